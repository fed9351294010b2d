import { jobPath, type JobState, type WaveState, wavePath } from '@parley/domain';
import { sql, type UpdateObject } from 'kysely';
import type { Trx } from '../database/database';
import type { DB } from '../database/schema.gen';
import { appendEvent } from '../events/append-event';
import type { JobRow, WaveRow } from './load';

type WaveChange = Omit<UpdateObject<DB, 'parley.wave'>, 'state' | 'revision'>;
type JobChange = Omit<UpdateObject<DB, 'parley.job'>, 'state'>;

/**
 * Moves a wave by its legal way and tells its viewers. The row given is updated too, so that the caller goes on with what is stored.
 * @throws ParleyError `state_conflict` when there is no legal way.
 */
export async function moveWave(trx: Trx, wave: WaveRow, state: WaveState, change: WaveChange = {}): Promise<void> {
  wavePath(wave.state as WaveState, state);
  appendEvent(trx, { conversationId: wave.conversation_id, type: state === 'settled' ? 'wave.settled' : 'wave.updated', waveId: wave.id });
  const row = await trx
    .updateTable('parley.wave')
    .set({ ...change, state, revision: sql<number>`revision + 1` })
    .where('id', '=', wave.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(wave, row);
}

/** A change of a wave without a change of its state: a gate, what it waits for. */
export const changeWave = (trx: Trx, wave: WaveRow, change: WaveChange): Promise<void> =>
  moveWave(trx, wave, wave.state as WaveState, change);

export async function moveJob(trx: Trx, job: JobRow, state: JobState, change: JobChange = {}): Promise<void> {
  jobPath(job.state as JobState, state);
  await writeJob(trx, job, { ...change, state });
}

/** The next attempt of a turn that provably never reached its provider. It is no transition: the old attempt has ended, this one begins. */
export async function reopenJob(trx: Trx, job: JobRow): Promise<void> {
  await writeJob(trx, job, { state: 'queued', delivery: 'not_sent', attempt: job.attempt + 1, attestation: null, started_at: null });
}

async function writeJob(trx: Trx, job: JobRow, change: UpdateObject<DB, 'parley.job'>): Promise<void> {
  appendEvent(trx, { conversationId: job.conversation_id, type: 'job.updated', waveId: job.wave_id, jobId: job.id });
  const row = await trx.updateTable('parley.job').set(change).where('id', '=', job.id).returningAll().executeTakeFirstOrThrow();
  Object.assign(job, row);
}
