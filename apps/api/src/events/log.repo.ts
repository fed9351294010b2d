import type { EventType } from '@parley/contracts';
import { type RawBuilder, sql } from 'kysely';
import { readableBy } from '../access/readable';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';
import { before, type Position } from './position';

export interface LogEvent {
  position: Position;
  conversationId: string;
  seq: number;
  type: EventType;
  at: Date;
  payload: { messageId?: string; waveId?: string; jobId?: string };
}

export interface LogPage {
  events: LogEvent[];
  /** Where to go on: behind the last event that was read. */
  next: Position;
  /** Everything before this has been read: more than `next` says, when the events that follow it are not for this reader. */
  through: Position;
  complete: boolean;
}

interface Row {
  horizon: string;
  xid: string | null;
  conversation_id: string;
  seq: number;
  type: EventType;
  at: Date;
  payload: LogEvent['payload'];
}

/**
 * Events behind `from`. Only those of transactions older than every running one are read: a transaction that still runs could add events
 * that belong before newer ones, and a reader that had passed them would never come back.
 */
export async function readLog(reader: Reader, from: Position, limit: number, condition: RawBuilder<unknown> = sql`true`): Promise<LogPage> {
  const { rows } = await sql<Row>`
    with h as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select h.horizon::text as horizon, e.xid::text as xid, e.conversation_id, e.seq, e.type, e.at, e.payload
    from h left join lateral (
      select * from parley.conversation_event e
      where (e.xid, e.conversation_id, e.seq) > (${String(from.xid)}::text::xid8, ${from.conversationId}, ${from.seq}::bigint) and e.xid < h.horizon and ${condition}
      order by e.xid, e.conversation_id, e.seq limit ${limit}
    ) e on true`.execute(reader);
  const events = rows.flatMap((row) => (row.xid === null ? [] : [eventOf(row, row.xid)]));
  const complete = events.length < limit;
  const last = events.at(-1)?.position ?? from;
  const end = before(BigInt(rows[0]?.horizon ?? 0));
  return { events, complete, next: last, through: complete && end.xid > last.xid ? end : last };
}

const eventOf = (row: Row, xid: string): LogEvent => ({
  position: { xid: BigInt(xid), conversationId: row.conversation_id, seq: row.seq },
  conversationId: row.conversation_id,
  seq: row.seq,
  type: row.type,
  at: row.at,
  payload: row.payload,
});

/** The events that this person may see; with `conversationId` only those of one conversation. The end of a conversation is told to those who could read it. */
export function visibleTo(actor: PersonActor, conversationId: string | null): RawBuilder<boolean> {
  const one = conversationId === null ? sql`true` : sql`c.id = ${conversationId}`;
  return sql<boolean>`exists (select 1 from parley.conversation c where c.id = e.conversation_id and ${one} and (c.deleted_at is null or e.type = 'conversation.deleted') and ${readableBy(actor, 'c', { deleted: true })})`;
}

/**
 * The position of this moment: behind the last event that can be read. A position that outlives its statement is always that of an event: a server
 * that crashed gives transaction ids out again of which it had written nothing down, and a reader that stood behind them would miss what comes.
 */
export async function readEnd(reader: Reader): Promise<Position> {
  const { rows } = await sql<{ xid: string; conversation_id: string; seq: number }>`
    select e.xid::text as xid, e.conversation_id, e.seq from parley.conversation_event e
    where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.conversation_id desc, e.seq desc limit 1`.execute(reader);
  const [last] = rows;
  return last ? { xid: BigInt(last.xid), conversationId: last.conversation_id, seq: last.seq } : before(0n);
}

/** Whether the event of a position is in this log. It is not when an older state of the database was put back, or its conversation was deleted. */
export async function isInLog(reader: Reader, at: Position): Promise<boolean> {
  if (at.conversationId === '') return at.xid <= (await readEnd(reader)).xid;
  const { rows } = await sql<{ there: boolean }>`
    select exists (select 1 from parley.conversation_event
      where xid = ${String(at.xid)}::text::xid8 and conversation_id = ${at.conversationId} and seq = ${at.seq}::bigint) as there`.execute(
    reader,
  );
  return rows[0]?.there ?? false;
}
