import type { EventType } from '@parley/contracts';
import { sql } from 'kysely';
import { type Trx, writeLast } from '../database/database';

export interface NewEvent {
  conversationId: string;
  type: EventType;
  messageId?: string;
  waveId?: string;
  jobId?: string;
}

const pending = new WeakMap<Trx, NewEvent[]>();
const key = {};

/**
 * Adds one event to the log when the transaction ends, in the order in which they were added; one that says the same as one before it in this transaction
 * says nothing new. Ring the doorbell ('events') after the commit.
 */
export function appendEvent(trx: Trx, event: NewEvent): void {
  const events = pending.get(trx) ?? [];
  pending.set(trx, events);
  if (events.some((earlier) => saysTheSame(earlier, event))) return;
  events.push(event);
  writeLast(trx, key, () => writeEvents(trx, events));
}

const saysTheSame = (a: NewEvent, b: NewEvent): boolean =>
  a.conversationId === b.conversationId && a.type === b.type && a.messageId === b.messageId && a.waveId === b.waveId && a.jobId === b.jobId;

/**
 * The numbers come from the conversation's own row in the same statement, under its lock, so the events of a conversation are numbered in the order of
 * their commits. A transaction that began to write earlier can come to this lock later: then its events take the higher transaction id of the event
 * before them, else readers would see them in the wrong order. An event of a conversation that is not there breaks the transaction.
 */
async function writeEvents(trx: Trx, events: readonly NewEvent[]): Promise<void> {
  const conversations = events.map((event) => event.conversationId);
  const types = events.map((event) => event.type);
  const payloads = events.map(({ messageId, waveId, jobId }) => JSON.stringify({ messageId, waveId, jobId }));
  await sql`
    with given as (
      select conversation_id, type, payload, row_number() over (partition by conversation_id order by n) as place
      from unnest(${conversations}::text[], ${types}::text[], ${payloads}::text[]) with ordinality as t (conversation_id, type, payload, n)
    ), counted as (
      update parley.conversation c set event_seq = c.event_seq + g.many, event_xid = greatest(c.event_xid, pg_current_xact_id())
      from (select conversation_id, count(*) as many from given group by conversation_id) g where c.id = g.conversation_id
      returning c.id, c.event_seq - g.many as before, c.event_xid
    )
    insert into parley.conversation_event (conversation_id, seq, type, payload, xid)
    select counted.id, counted.before + given.place, given.type, given.payload::jsonb, counted.event_xid
    from given left join counted on counted.id = given.conversation_id`.execute(trx);
}
