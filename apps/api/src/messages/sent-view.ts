import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { AnswerOf } from '../http/call';
import { waveRow } from '../waves/load';
import { waveViews } from '../waves/wave-view';
import { messageViews } from './message-view';
import type { Sent } from './send';

/** The answer to a send, the first time and each time after: the message and its wave as they are now. */
export async function sentView(services: Services, actor: PersonActor, sent: Sent): Promise<AnswerOf<'sendMessage'>> {
  const { db } = services;
  const conversation = await requireConversation(db, actor, sent.conversationId, 'read');
  const row = await db.selectFrom('parley.message').selectAll().where('id', '=', sent.messageId).executeTakeFirstOrThrow();
  const [message] = await messageViews(db, actor, conversation, [row]);
  if (!message) throw new Error(`Message ${sent.messageId} has no view.`);
  const [wave] = sent.waveId === null ? [] : await waveViews(services, actor, conversation, [await waveRow(db, sent.waveId)]);
  const intent =
    sent.intentId === null
      ? undefined
      : await db.selectFrom('parley.intent').select(['id', 'status', 'fingerprint']).where('id', '=', sent.intentId).executeTakeFirst();
  return {
    message,
    wave: wave ?? null,
    intent: intent
      ? { id: intent.id, status: intent.status as 'pending' | 'consumed' | 'canceled', fingerprint: intent.fingerprint }
      : null,
    eventSeq: conversation.event_seq,
  };
}
