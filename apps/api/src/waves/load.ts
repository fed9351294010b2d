import { ParleyError } from '@parley/domain';
import type { Selectable } from 'kysely';
import type { Reader, Trx } from '../database/database';
import type { ParleyConcern, ParleyConversation, ParleyJob, ParleyMessage, ParleyWave, RuntimeTurn } from '../database/schema.gen';

export type ConversationRow = Selectable<ParleyConversation>;
export type WaveRow = Selectable<ParleyWave>;
export type JobRow = Selectable<ParleyJob>;
export type ConcernRow = Selectable<ParleyConcern>;
export type MessageRow = Selectable<ParleyMessage>;
export type TurnRow = Selectable<RuntimeTurn>;

/**
 * The one lock of a conversation. Everything that writes to it takes this first, so sends, terminals, stops and settlements of one conversation
 * happen one after another, and no two of them can deadlock.
 */
export async function lockConversation(trx: Trx, conversationId: string): Promise<ConversationRow> {
  const row = await trx
    .selectFrom('parley.conversation')
    .selectAll()
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ParleyError('not_found', 'There is no such conversation.');
  return row;
}

export async function lockWave(trx: Trx, waveId: string): Promise<{ conversation: ConversationRow; wave: WaveRow }> {
  const found = await trx.selectFrom('parley.wave').select('conversation_id').where('id', '=', waveId).executeTakeFirst();
  if (!found) throw new ParleyError('not_found', 'There is no such response.');
  const conversation = await lockConversation(trx, found.conversation_id);
  return { conversation, wave: await waveRow(trx, waveId) };
}

export async function lockJob(trx: Trx, jobId: string): Promise<{ conversation: ConversationRow; wave: WaveRow; job: JobRow }> {
  const found = await trx.selectFrom('parley.job').select('wave_id').where('id', '=', jobId).executeTakeFirst();
  if (!found) throw new ParleyError('not_found', 'There is no such turn.');
  const { conversation, wave } = await lockWave(trx, found.wave_id);
  const job = await trx.selectFrom('parley.job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow();
  return { conversation, wave, job };
}

/** Whether the host ever announced this attempt as being sent. */
export async function wasAnnounced(db: Reader, jobId: string, attempt: number): Promise<boolean> {
  const turn = await db
    .selectFrom('runtime.turn')
    .select('delivery')
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return turn !== undefined && turn.delivery !== 'not_sent';
}

export async function waveRow(db: Reader, waveId: string): Promise<WaveRow> {
  const row = await db.selectFrom('parley.wave').selectAll().where('id', '=', waveId).executeTakeFirst();
  if (!row) throw new ParleyError('not_found', 'There is no such response.');
  return row;
}

/** Jobs in the order they were planned. */
export const jobRows = (db: Reader, waveId: string): Promise<JobRow[]> =>
  db
    .selectFrom('parley.job')
    .selectAll()
    .where('wave_id', '=', waveId)
    .orderBy('created_at')
    .orderBy('phase')
    .orderBy('position')
    .execute();

export const concernRows = (db: Reader, waveId: string): Promise<ConcernRow[]> =>
  db
    .selectFrom('parley.concern')
    .selectAll()
    .where('wave_id', '=', waveId)
    .orderBy('created_at')
    .orderBy('job_id')
    .orderBy('position')
    .execute();

/** Turns that were handed to a host and have no proven end. While there is one, nobody but the host can say how the wave stands. */
export const openTurns = (db: Reader, waveId: string): Promise<TurnRow[]> =>
  db.selectFrom('runtime.turn').selectAll().where('wave_id', '=', waveId).where('finished_at', 'is', null).orderBy('job_id').execute();

export async function stopAsked(db: Reader, waveId: string): Promise<{ origin: 'person' | 'operator' } | null> {
  const row = await db
    .selectFrom('parley.stop_request')
    .select('origin')
    .where('wave_id', '=', waveId)
    .orderBy('created_at')
    .executeTakeFirst();
  return row ? { origin: row.origin === 'operator' ? 'operator' : 'person' } : null;
}
