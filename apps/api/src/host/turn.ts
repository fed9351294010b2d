import { isTerminalJob, type JobState, ParleyError } from '@parley/domain';
import type { Trx } from '../database/database';
import { type JobRow, lockJob, type TurnRow, type WaveRow } from '../waves/load';

export interface HeldTurn {
  wave: WaveRow;
  job: JobRow;
  /** Undefined until the assignment was fetched. */
  turn: TurnRow | undefined;
}

/** A turn under the lock of its conversation. A host sees only its own: anything else is not there. */
export async function lockTurn(trx: Trx, hostId: string, jobId: string, attempt: number): Promise<HeldTurn> {
  const [{ wave, job }, turn] = await Promise.all([
    lockJob(trx, jobId),
    trx.selectFrom('runtime.turn').selectAll().where('job_id', '=', jobId).where('attempt', '=', attempt).executeTakeFirst(),
  ]);
  if (job.host_id !== hostId) throw new ParleyError('not_found', 'There is no such turn on this host.');
  return { wave, job, turn };
}

/** As `lockTurn`, for what only makes sense while the turn is open. */
export async function lockOpenTurn(trx: Trx, hostId: string, jobId: string, attempt: number): Promise<HeldTurn & { turn: TurnRow }> {
  const held = await lockTurn(trx, hostId, jobId, attempt);
  const { turn } = held;
  if (!turn || turn.finished_at !== null || held.job.attempt !== attempt || isTerminalJob(held.job.state as JobState)) throw over();
  return { ...held, turn };
}

export const over = (): ParleyError => new ParleyError('state_conflict', 'This turn has ended or was never handed out.');
