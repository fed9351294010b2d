import { type Kysely, sql } from 'kysely';
import type { DB } from '../database/schema.gen';
import type { Reader, Trx } from '../database/database';
import { jsonb } from '../database/json';

/** What Temporal must learn. Payloads hold ids, enums and hashes only. */
export type OutboxMessage =
  | { kind: 'start_wave' }
  | { kind: 'stop'; stopId: string }
  | { kind: 'context_decision'; decision: 'continue' | 'cancel' | 'resume'; fingerprint: string | null }
  | { kind: 'turn_evidence'; jobId: string; attempt: number; evidence: 'terminal' | 'not_sent' | 'alive' | 'unknown' }
  | { kind: 'predecessor_settled' };

export interface OutboxRow {
  id: number;
  conversationId: string;
  waveId: string;
  message: OutboxMessage;
  attempts: number;
}

/** Must be called under the conversation's lock: the ids of one conversation's rows are then in commit order. */
export async function enqueue(trx: Trx, conversationId: string, waveId: string, message: OutboxMessage): Promise<void> {
  const { kind, ...payload } = message;
  await trx.insertInto('parley.outbox').values({ conversation_id: conversationId, wave_id: waveId, kind, payload: jsonb(payload) }).execute();
}

/**
 * Locks the oldest undelivered row of each conversation, if it is due. Later rows of a conversation wait for the earlier ones, so a stop can never
 * overtake its start; `skip locked` lets several relays work side by side.
 */
export async function claimDue(trx: Trx, limit: number): Promise<OutboxRow[]> {
  const rows = await trx
    .selectFrom('parley.outbox as row')
    .select(['row.id', 'row.conversation_id', 'row.wave_id', 'row.kind', 'row.payload', 'row.attempts'])
    .where('row.delivered_at', 'is', null)
    .where('row.next_at', '<=', sql<Date>`now()`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('parley.outbox as earlier')
            .select('earlier.id')
            .whereRef('earlier.conversation_id', '=', 'row.conversation_id')
            .whereRef('earlier.id', '<', 'row.id')
            .where('earlier.delivered_at', 'is', null),
        ),
      ),
    )
    .orderBy('row.id')
    .limit(limit)
    .forUpdate('row')
    .skipLocked()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    waveId: row.wave_id,
    message: { kind: row.kind, ...(row.payload as object) } as OutboxMessage,
    attempts: row.attempts,
  }));
}

export async function markDelivered(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('parley.outbox').set({ delivered_at: sql<Date>`now()`, last_error: null }).where('id', '=', id).execute();
}

export async function markFailed(trx: Trx, id: number, code: string, retryInMs: number): Promise<void> {
  await trx
    .updateTable('parley.outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: code, next_at: sql<Date>`now() + make_interval(secs => ${retryInMs / 1000})` }))
    .where('id', '=', id)
    .execute();
}

/** Whether the row that starts this wave has not been delivered: then no workflow of it can exist, or it will find a settled wave. */
export async function startIsPending(db: Reader, waveId: string): Promise<boolean> {
  const row = await db.selectFrom('parley.outbox').select('id').where('wave_id', '=', waveId).where('kind', '=', 'start_wave').where('delivered_at', 'is', null).executeTakeFirst();
  return row !== undefined;
}

/** Milliseconds until the next row is due, null when there is none. */
export async function nextDueInMs(db: Kysely<DB>): Promise<number | null> {
  const row = await db
    .selectFrom('parley.outbox')
    .select(sql<number | null>`extract(epoch from min(next_at) - now()) * 1000`.as('ms'))
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return row?.ms === null || row?.ms === undefined ? null : Math.max(0, Number(row.ms));
}
