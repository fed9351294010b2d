'use client';

import { ComposerForm } from './composer-form';
import styles from './composer.module.css';
import { PreviewLine } from './preview-line';
import { SendStatus } from './send-status';
import type { Composer as ComposerModel } from './use-composer';

export function Composer({ composer, onInspect }: { composer: ComposerModel; onInspect: () => void }) {
  const { state, preview, audience } = composer;
  const { policy } = state.draft;
  return (
    <ComposerForm
      {...composer}
      placeholder={policy === 'note' ? 'Write a note' : 'Ask, or mention with @'}
      onSend={() => void composer.send()}
      status={
        <SendStatus
          phase={state.phase}
          onSend={() => void composer.send()}
          onWithdraw={composer.withdraw}
          onDismiss={() => composer.change({})}
        />
      }
      line={<PreviewLine policy={policy} preview={preview} audience={audience} onInspect={onInspect} />}
      hint={
        composer.saveState === 'failed' ? (
          <p className={styles.hint} role="status">
            The draft could not be saved. It stays here and is saved with the next change.
          </p>
        ) : undefined
      }
    />
  );
}
