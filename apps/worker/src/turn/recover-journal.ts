import { isGroupAlive } from '@parley/runtimes';
import type { Reconciled } from '@parley/workflows';
import { setTimeout as delay } from 'node:timers/promises';
import { isFinal, untilAnswered } from '../host/host-api';
import type { JournalTurn, TurnKey } from '../journal/journal';
import type { ReconcileDeps, Reconciler } from './reconcile';

export interface JournalRecovery {
  /** Turns of an earlier process whose group still lives: each holds a slot until it is proven gone. */
  readonly unproven: number;
  /** Tells the API everything that the journal proves. Goes on watching what lives, until it ended or `signal`. */
  start(signal: AbortSignal): void;
  /** Also watches a turn of this process whose end is not known. */
  watch(key: TurnKey): void;
}

const lookEveryMs = 2_000;
const evidenceOf: Record<Exclude<Reconciled['status'], 'settled'>, { kind: 'not_sent' | 'alive' | 'unknown'; code: string }> = {
  not_sent: { kind: 'not_sent', code: 'not_sent' },
  alive: { kind: 'alive', code: 'group_alive' },
  unknown: { kind: 'unknown', code: 'no_record' },
};

/** A host that starts asks nobody: it reads its own journal and tells what it can prove. */
export function recoverJournal(deps: ReconcileDeps, reconciler: Reconciler, onProven: () => void): JournalRecovery {
  const { api, journal, log, outbox } = deps;
  const open = journal.open();
  const lives = (turn: JournalTurn): boolean => turn.pgid !== null && isGroupAlive(turn.pgid, turn.startTicks);
  const alive = open.filter(lives);
  let ended: AbortSignal = AbortSignal.abort();

  const tell = async (key: TurnKey, status: keyof typeof evidenceOf): Promise<void> => {
    try {
      await untilAnswered(
        () => api.call('putEvidence', { params: { jobId: key.jobId, attempt: key.attempt }, body: evidenceOf[status] }),
        ended,
      );
    } catch (error) {
      if (!isFinal(error)) throw error;
      // The API has ended this attempt already: what is not known about it is owed to nobody.
      if (status === 'unknown') journal.overtaken(key);
    }
  };
  const follow = async (key: TurnKey, holdsSlot: boolean): Promise<void> => {
    let told = '';
    for (;;) {
      const { status } = await reconciler.look(key);
      if (status === 'alive') {
        if (told !== status) await tell(key, status);
        told = status;
        await delay(lookEveryMs, undefined, { signal: ended });
        continue;
      }
      if (holdsSlot) onProven();
      if (status !== 'settled') await tell(key, status);
      return;
    }
  };
  const background = (work: Promise<void>, key: TurnKey): void => {
    work.catch((error: unknown) => {
      if (!ended.aborted) log.error({ err: error, jobId: key.jobId, attempt: key.attempt }, 'turn of the journal not settled');
    });
  };
  return {
    unproven: alive.length,
    start(signal) {
      ended = signal;
      for (const turn of journal.unsent())
        background(
          outbox.deliver(turn).then(() => undefined),
          turn,
        );
      for (const turn of open) background(follow(turn, alive.includes(turn)), turn);
    },
    watch: (key) => background(follow(key, true), key),
  };
}
