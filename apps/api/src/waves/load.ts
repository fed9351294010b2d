import { ParleyError } from '@parley/domain';
import { type RawBuilder, type Selectable, sql } from 'kysely';
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
 * happen one after another, and no two of them can deadlock. What is asked for behind it in the same turn of the event loop is executed behind it,
 * and therefore sees what the holder before has committed.
 */
export async function lockConversation(trx: Trx, id: string | RawBuilder<string>): Promise<ConversationRow> {
  const row = await trx
    .selectFrom('parley.conversation')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ParleyError('not_found', 'There is no such conversation.');
  return row;
}

export async function lockWave(trx: Trx, waveId: string): Promise<{ conversation: ConversationRow; wave: WaveRow }> {
  const [conversation, wave] = await Promise.all([
    lockConversation(trx, sql`(select conversation_id from parley.wave where id = ${waveId})`),
    waveRow(trx, waveId),
  ]);
  return { conversation, wave };
}

export async function lockJob(trx: Trx, jobId: string): Promise<{ conversation: ConversationRow; wave: WaveRow; job: JobRow }> {
  const [conversation, wave, job] = await Promise.all([
    lockConversation(trx, sql`(select conversation_id from parley.job where id = ${jobId})`),
    trx
      .selectFrom('parley.wave')
      .selectAll()
      .where('id', '=', (eb) => eb.selectFrom('parley.job').select('wave_id').where('parley.job.id', '=', jobId))
      .executeTakeFirst(),
    trx.selectFrom('parley.job').selectAll().where('id', '=', jobId).executeTakeFirst(),
  ]);
  if (!wave || !job) throw new ParleyError('not_found', 'There is no such turn.');
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
