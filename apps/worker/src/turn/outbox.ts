import type { Client } from '@parley/client';
import { isFinal, untilAnswered } from '../host/host-api';
import { type Journal, JournalUnwritable, type TurnKey } from '../journal/journal';
import type { Logger } from '../log';
import type { Terminal } from './terminal';

export interface Accepted {
  outcome: string;
  hash: string;
}
export interface Outbox {
  /** Sends the journalled end until the API has it. One sending per turn, however many ask. `again`: also when it was taken before. `unwritten`: the end, if the journal could not take it. */
  deliver(key: TurnKey, options?: { again?: boolean; unwritten?: string }): Promise<Accepted>;
  close(): Promise<void>;
}

/** The API refuses this end for good. */
export const nowhere: Accepted = { outcome: 'failed', hash: '0'.repeat(64) };
const idOf = ({ jobId, attempt }: TurnKey): string => `${jobId}/${attempt}`;

/** Ends that the API has not acknowledged yet. They are in the journal: what is not delivered today is delivered after the next start. */
export function createOutbox(api: Client, journal: Journal, log: Logger): Outbox {
  const closing = new AbortController();
  const sending = new Map<string, Promise<Accepted>>();
  /** The API has the end, whether or not that can be written down: who asks again is told the same by it. */
  const keep = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (!(error instanceof JournalUnwritable)) throw error;
      log.error({ err: error }, 'what the API took is not written down');
    }
  };
  const send = async (key: TurnKey, again: boolean, unwritten: string | undefined): Promise<Accepted> => {
    const turn = journal.get(key);
    if (turn?.outcome && turn.hash && !(again && turn.terminal)) return { outcome: turn.outcome, hash: turn.hash };
    const end = turn?.terminal ?? unwritten;
    if (end === undefined) return nowhere;
    const body = JSON.parse(end) as Terminal;
    try {
      const accepted = await untilAnswered(
        () => api.call('putTerminal', { params: { jobId: key.jobId, attempt: key.attempt }, body }),
        closing.signal,
      );
      keep(() => journal.accepted(key, accepted.outcome, accepted.hash));
      return accepted;
    } catch (error) {
      if (!isFinal(error)) throw error;
      log.warn({ jobId: key.jobId, attempt: key.attempt, code: error.problem.code }, 'end of a turn refused');
      keep(() => journal.overtaken(key));
      return nowhere;
    }
  };
  return {
    deliver(key, { again = false, unwritten } = {}) {
      const id = idOf(key);
      const known = sending.get(id);
      if (known) return known;
      const begun = send(key, again, unwritten).finally(() => sending.delete(id));
      sending.set(id, begun);
      return begun;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(sending.values());
    },
  };
}
