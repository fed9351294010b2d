'use client';

import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import styles from './composer.module.css';
import type { SendPhase } from './draft-state';

/** What became of a send: what happened, what was kept, what to do. Silent while all is well. */
export function SendStatus({
  phase,
  onSend,
  onWithdraw,
  onDismiss,
}: {
  phase: SendPhase;
  onSend: () => void;
  onWithdraw: () => void;
  onDismiss: () => void;
}) {
  if (phase.kind === 'unanswered') {
    return (
      <div className={styles.status}>
        <Notice
          tone="waiting"
          alert
          title="No answer to this message yet"
          actions={
            <>
              <Button kind="solid" onClick={onSend}>
                Send again
              </Button>
              {phase.tries === 0 && <Button onClick={onWithdraw}>Edit instead</Button>}
            </>
          }
        >
          Your message is kept. Sending again is safe: it can only be posted once.
        </Notice>
      </div>
    );
  }
  if (phase.kind === 'refused') {
    return (
      <div className={styles.status}>
        <Notice tone="bad" alert title={phase.title} actions={<Button onClick={onDismiss}>Change the message</Button>}>
          {phase.detail} Nothing was sent, and your text is kept.
        </Notice>
      </div>
    );
  }
  return null;
}
