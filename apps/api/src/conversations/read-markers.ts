import type { PutRead } from '@parley/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';

/** Moves this person's marker, backwards too (mark unread). It never touches the conversation's own row, so nobody sees activity. */
export async function putRead(
  services: Services,
  actor: PersonActor,
  conversationId: string,
  wanted: z.output<typeof PutRead>,
): Promise<AnswerOf<'putRead'>> {
  const conversation = await requireConversation(services.db, actor, conversationId, 'read');
  // Beyond the end would hide messages that nobody wrote yet.
  const ordinal = Math.min(wanted.ordinal, conversation.latest_ordinal);
  await services.db
    .insertInto('parley.read_marker')
    .values({ conversation_id: conversationId, person_id: actor.personId, ordinal, updated_at: services.now() })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'person_id']).doUpdateSet({ ordinal, updated_at: services.now() }))
    .execute();
  const marker = await readMarker(services.db, actor.personId, conversationId);
  services.hub.publishRead({ personId: actor.personId, conversationId });
  return { conversationId, ...marker };
}

/** Unread are the messages of others behind the marker that still have their text. */
export async function readMarker(
  reader: Reader,
  personId: string,
  conversationId: string,
): Promise<{ readOrdinal: number; unreadCount: number }> {
  const { rows } = await sql<{ ordinal: number; unread: number }>`
    select coalesce(r.ordinal, 0) as ordinal, (
      select count(*) from parley.message m
      where m.conversation_id = c.id and m.ordinal > coalesce(r.ordinal, 0) and m.status <> 'tombstone' and m.person_id is distinct from ${personId}
    ) as unread
    from parley.conversation c left join parley.read_marker r on r.conversation_id = c.id and r.person_id = ${personId}
    where c.id = ${conversationId}`.execute(reader);
  return { readOrdinal: rows[0]?.ordinal ?? 0, unreadCount: rows[0]?.unread ?? 0 };
}
