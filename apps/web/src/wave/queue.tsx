'use client';

import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../api/failure';
import { waveQuery } from '../api/queries';
import { Button } from '../ui/button';
import { QueueIcon } from '../ui/icons';
import { useWaveActions } from './wave-actions';
import type { Wave } from '../api/types';
import { policyWords } from './words';
import styles from './wave.module.css';

/** Follow-ups that wait in line, each with its question. */
export function Queue({ waveIds }: { waveIds: readonly string[] }) {
  return (
    <section className={styles.queue} aria-label="Waiting">
      <header>
        <QueueIcon />
        <strong>{waveIds.length} waiting</strong>
        <span className="quiet">{waveIds.length === 1 ? 'starts' : 'start'} when the answer above has settled</span>
      </header>
      <ol>
        {waveIds.map((id) => (
          <QueuedWave key={id} id={id} />
        ))}
      </ol>
    </section>
  );
}

function QueuedWave({ id }: { id: string }) {
  const { data } = useQuery(waveQuery(id));
  return data === undefined ? null : <QueuedRow wave={data} />;
}

function QueuedRow({ wave }: { wave: Wave }) {
  const actions = useWaveActions(wave);
  const end = wave.allowedActions.includes('cancel') ? 'cancel' : 'stop';
  return (
    <li>
      <span className={`${styles.queued} clip`}>“{wave.question}”</span>
      <span className="quiet clip">
        {policyWords[wave.policy]}, {wave.assignments.map(({ name }) => name).join(', ')}
      </span>
      <span className="grow" />
      {actions.isError && (
        <span role="alert" className={styles.queueFailure}>
          {failureOf(actions.error).detail}
        </span>
      )}
      {(wave.allowedActions.includes('cancel') || wave.allowedActions.includes('stop')) && (
        <Button kind="text" disabled={actions.isPending} onClick={() => actions.mutate(end)} aria-label={`Cancel “${wave.question}”`}>
          Cancel
        </Button>
      )}
    </li>
  );
}
