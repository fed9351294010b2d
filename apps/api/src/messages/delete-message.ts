import { autoTitle, messageActions, type MessageActionFacts, ParleyError } from '@parley/domain';
import { sql } from 'kysely';
import { type ConversationRow, notFound, requireConversationOf } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { type Trx, withTransaction } from '../database/database';
import { appendEvent } from '../events/append-event';
import type { MessageRow } from '../waves/load';
import { messageViews, type MessageView } from './message-view';

/**
 * Removes the text of one's own message; author, time and place stay. Events hold ids only, and a title made from the text goes with it. A
 * message that is deleted already is answered as it is.
 */
export async function deleteMessage(services: Services, actor: PersonActor, messageId: string): Promise<MessageView> {
  const view = await withTransaction(services.db, async (trx) => {
    const found = await trx.selectFrom('parley.message').select('conversation_id').where('id', '=', messageId).executeTakeFirst();
    const conversation = await requireConversationOf(trx, actor, found?.conversation_id, 'write', { lock: true });
    const message = await trx.selectFrom('parley.message').selectAll().where('id', '=', messageId).executeTakeFirst();
    if (!message) throw notFound();
    const mine = message.person_id === actor.personId;
    const row = message.status === 'tombstone' && mine ? message : await remove(trx, actor, conversation, message);
    const [tombstone] = await messageViews(trx, actor, conversation, [row]);
    if (!tombstone) throw notFound();
    return tombstone;
  });
  services.doorbell.ring('events');
  return view;
}

async function remove(trx: Trx, actor: PersonActor, conversation: ConversationRow, message: MessageRow): Promise<MessageRow> {
  const wave =
    message.wave_id === null
      ? undefined
      : await trx.selectFrom('parley.wave').select('state').where('id', '=', message.wave_id).executeTakeFirst();
  const { blocked } = messageActions({
    status: message.status as MessageActionFacts['status'],
    authorKind: message.author_kind as MessageActionFacts['authorKind'],
    mine: message.person_id === actor.personId,
    waveUnsettled: wave !== undefined && wave.state !== 'settled',
    archived: conversation.state === 'archived',
    mayWrite: true,
  });
  const refusal = blocked['delete'];
  if (refusal) throw new ParleyError('action_unavailable', refusal.detail);
  const row = await trx
    .updateTable('parley.message')
    .set({ status: 'tombstone', body: null, deleted_at: sql<Date>`now()` })
    .where('id', '=', message.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  appendEvent(trx, { conversationId: conversation.id, type: 'message.deleted', messageId: message.id });
  if (conversation.title_auto && message.body !== null && conversation.title === autoTitle(message.body))
    await retitle(trx, conversation.id);
  return row;
}

/** From the first message of a person that still has its text. */
async function retitle(trx: Trx, conversationId: string): Promise<void> {
  const first = await trx
    .selectFrom('parley.message')
    .select('body')
    .where('conversation_id', '=', conversationId)
    .where('author_kind', '=', 'person')
    .where('body', 'is not', null)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable('parley.conversation')
    .set({ title: autoTitle(first?.body ?? '') })
    .where('id', '=', conversationId)
    .execute();
  appendEvent(trx, { conversationId, type: 'conversation.updated' });
}
