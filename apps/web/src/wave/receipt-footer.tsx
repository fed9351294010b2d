'use client';

import type { Receipt, Wave } from '../api/types';
import { useConversation } from '../conversation/conversation-context';
import { Button } from '../ui/button';
import { ReceiptIcon, ReceiptOpenIcon, RetryIcon } from '../ui/icons';
import type { WaveActions } from './wave-actions';
import { attestationWords } from './words';
import styles from './wave.module.css';

const contextWords = (receipt: Receipt): string | null => {
  if (receipt.context.length === 0) return null;
  if (receipt.context.every(({ freshness }) => freshness === 'fresh')) return 'Context unchanged since you sent it.';
  return receipt.context.some(({ freshness }) => freshness === 'changed_during_job')
    ? 'The sources changed while agents worked.'
    : 'It is not known whether the sources changed.';
};

/** The weakest guarantee of all turns is the guarantee of the wave. */
function accessWords(wave: Wave): string | null {
  const levels = ['instructed', 'native', 'built_in', 'sandbox'] as const;
  const found = wave.jobs.flatMap((job) => (job.attestation === null ? [] : [job.attestation.level]));
  const weakest = levels.find((level) => found.includes(level));
  return weakest === undefined ? null : `${attestationWords[weakest]}.`;
}

/** The receipt in two sentences: what happened, and as plainly what did not. */
export function ReceiptFooter({ wave, receipt, actions, quiet }: { wave: Wave; receipt: Receipt; actions: WaveActions; quiet: boolean }) {
  const { openWave } = useConversation();
  const words = [receipt.summary, ...receipt.notDone, ...(quiet ? [] : [contextWords(receipt), accessWords(wave)])].filter(
    (word) => word !== null && word !== '',
  );
  return (
    <footer className={`${styles.receipt} ${receipt.complete ? '' : styles.incomplete}`}>
      {receipt.complete ? <ReceiptIcon /> : <ReceiptOpenIcon />}
      <span className={styles.receiptText}>{words.join(' ')}</span>
      {wave.allowedActions.includes('retry') && (
        <Button kind="text" small disabled={actions.isPending} onClick={() => actions.mutate('retry')}>
          <RetryIcon />
          Ask again
        </Button>
      )}
      <Button kind="text" small onClick={() => openWave(wave.id)}>
        Receipt
      </Button>
    </footer>
  );
}
