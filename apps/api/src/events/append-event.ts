import type { EventType } from '@parley/contracts';
import { sql } from 'kysely';
import type { Trx } from '../database/database';

export interface NewEvent {
  conversationId: string;
  type: EventType;
  messageId?: string;
  waveId?: string;
  jobId?: string;
}

/**
 * Adds one event to the log and returns its sequence number. The number comes from the conversation's own row in the same statement, under
 * its lock, so the events of a conversation are numbered in the order of their commits. A transaction that began to write earlier can come to
 * this lock later: then its event takes the higher transaction id of the event before it, else readers would see the two in the wrong order.
 * Ring the doorbell ('events') after the commit.
 */
export async function appendEvent(trx: Trx, event: NewEvent): Promise<number> {
  const payload = { messageId: event.messageId, waveId: event.waveId, jobId: event.jobId };
  const { rows } = await sql<{ seq: number }>`
    with counted as (
      update parley.conversation set event_seq = event_seq + 1, event_xid = greatest(event_xid, pg_current_xact_id())
      where id = ${event.conversationId} returning id, event_seq, event_xid
    )
    insert into parley.conversation_event (conversation_id, seq, type, payload, xid)
    select id, event_seq, ${event.type}, ${JSON.stringify(payload)}::text::jsonb, event_xid from counted
    returning seq`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error(`Event of a conversation that is not there: ${event.conversationId}`);
  return row.seq;
}
