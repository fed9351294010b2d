import { sql } from 'kysely';
import type { Reader, Trx } from '../database/database';
import { jsonb } from '../database/json';

/** What Temporal must learn. Payloads hold ids, enums and hashes only. */
export type OutboxMessage =
  /** `again`: a new run in place of whatever Temporal knows of an earlier one. */
  | { kind: 'start_wave'; again?: true }
  | { kind: 'stop'; stopId: string }
  | { kind: 'context_decision'; decision: 'continue' | 'cancel' | 'resume'; fingerprint: string | null }
  | { kind: 'turn_evidence'; jobId: string; attempt: number; evidence: 'terminal' | 'not_sent' | 'alive' | 'unknown' }
  | { kind: 'predecessor_settled' }
  | { kind: 'waiting_changed'; waiting: 'host' | 'capacity' };

export interface OutboxRow {
  id: number;
  conversationId: string;
  waveId: string;
  message: OutboxMessage;
  attempts: number;
  /** As it was when the row was claimed; null: deleted since. */
  wave: { policy: string; state: string } | null;
}

/** Must be called under the conversation's lock: the ids of one conversation's rows are then in commit order. */
export async function enqueue(trx: Trx, conversationId: string, waveId: string, message: OutboxMessage): Promise<void> {
  const { kind, ...payload } = message;
  await trx
    .insertInto('parley.outbox')
    .values({ conversation_id: conversationId, wave_id: waveId, kind, payload: jsonb(payload) })
    .execute();
}

interface ClaimedRow {
  id: number;
  conversation_id: string;
  wave_id: string;
  kind: string;
  payload: object;
  attempts: number;
  policy: string | null;
  state: string | null;
}

/** How long a claimed row belongs to its relay; longer than a call to Temporal may take. */
const leaseSeconds = 15;

/**
 * Takes the oldest undelivered row of each conversation, if it is due. Later rows of a conversation wait for the earlier ones, so a stop can never
 * overtake its start; `skip locked` lets several relays work side by side. A claim is a lease in `next_at`, not an open transaction: readers of
 * the event log wait for the oldest running writer, and Temporal must never be what they wait for. A lease that a crash of the database forgets is taken
 * again, so nobody waits for the disk.
 */
export async function claimDue(db: Reader, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select id, wave_id from parley.outbox mine
      where delivered_at is null and next_at <= now()
        and not exists (select 1 from parley.outbox earlier where earlier.conversation_id = mine.conversation_id and earlier.id < mine.id and earlier.delivered_at is null)
      order by id limit ${limit}
      for update skip locked
    )
    update parley.outbox o set next_at = now() + make_interval(secs => ${leaseSeconds}) from due left join parley.wave w on w.id = due.wave_id
    where o.id = due.id and set_config('synchronous_commit', 'off', true) is not null
    returning o.id, o.conversation_id, o.wave_id, o.kind, o.payload, o.attempts, w.policy, w.state`.execute(db);
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      waveId: row.wave_id,
      message: { kind: row.kind, ...row.payload } as OutboxMessage,
      attempts: row.attempts,
      wave: row.policy === null || row.state === null ? null : { policy: row.policy, state: row.state },
    }));
}

export async function markDelivered(db: Reader, id: number): Promise<void> {
  await db
    .updateTable('parley.outbox')
    .set({ delivered_at: sql<Date>`now()`, last_error: null })
    .where('id', '=', id)
    .execute();
}

export async function markFailed(db: Reader, id: number, code: string, retryInMs: number): Promise<void> {
  await db
    .updateTable('parley.outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: code,
      next_at: sql<Date>`now() + make_interval(secs => ${retryInMs / 1000})`,
    }))
    .where('id', '=', id)
    .execute();
}

/** Whether the row that starts this wave has not been delivered: then no workflow of it can exist, or it will find a settled wave. */
export async function startIsPending(db: Reader, waveId: string): Promise<boolean> {
  const row = await db
    .selectFrom('parley.outbox')
    .select('id')
    .where('wave_id', '=', waveId)
    .where('kind', '=', 'start_wave')
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Milliseconds until the next row is due, null when there is none. */
export async function nextDueInMs(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('parley.outbox')
    .select(sql<number | null>`extract(epoch from min(next_at) - now()) * 1000`.as('ms'))
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return row?.ms === null || row?.ms === undefined ? null : Math.max(0, Number(row.ms));
}
