import { conversationActions, decideAccess } from '@parley/domain';
import { sql } from 'kysely';
import { accessOf, type ConversationRow } from '../access/conversation-access';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';

type ConversationView = AnswerOf<'getConversation'>;

/** The conversation as this person sees it. The caller has checked that they may read it. */
export async function conversationView(reader: Reader, actor: PersonActor, row: ConversationRow): Promise<ConversationView> {
  const { rows } = await sql<{ read: number | null; unsettled: number; people: number; members: { id: string; name: string }[] | null }>`
    select (select r.ordinal from parley.read_marker r where r.conversation_id = ${row.id} and r.person_id = ${actor.personId}) as read,
      (select count(*) from parley.wave w where w.conversation_id = ${row.id} and w.state <> 'settled') as unsettled,
      (select count(*) from parley.person p where p.disabled_at is null and p.role <> 'service' and (p.role <> 'guest' or p.id = any(${row.member_ids}::text[]))) as people,
      (select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id) from parley.person p where p.id = any(${row.member_ids}::text[])) as members`.execute(
    reader,
  );
  const facts = rows[0];
  const may = (action: 'write' | 'manage' | 'delete'): boolean => decideAccess(actor, action, accessOf(row)).allowed;
  const unsettledWaves = facts?.unsettled ?? 0;
  const state = row.state as ConversationView['state'];
  return {
    id: row.id,
    title: row.title,
    state,
    audience: audienceView(row, facts?.people ?? 0, facts?.members ?? []),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastActivityAt: row.last_activity_at.toISOString(),
    latestOrdinal: row.latest_ordinal,
    readOrdinal: facts?.read ?? 0,
    eventSeq: row.event_seq,
    unsettledWaves,
    ...conversationActions({ state, unsettledWaves, mayWrite: may('write'), mayManage: may('manage'), mayDelete: may('delete') }),
  };
}

function audienceView(row: ConversationRow, people: number, members: { id: string; name: string }[]): ConversationView['audience'] {
  if (row.audience === 'workspace') return { kind: 'workspace', people };
  return row.audience === 'people' ? { kind: 'people', people: members } : { kind: 'private' };
}
