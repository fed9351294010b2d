import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { AnswerOf } from '../http/call';
import { onOneConnection } from '../database/database';
import { waveRow } from '../waves/load';
import { waveViews } from '../waves/wave-view';
import { messageViews } from './message-view';
import type { Sent } from './send';

/** The answer to a send, the first time and each time after: the message and its wave as they are now. */
export async function sentView(services: Services, actor: PersonActor, sent: Sent): Promise<AnswerOf<'sendMessage'>> {
  return onOneConnection(services.db, async (db) => {
    const [conversation, row, waveOfIt, intent] = await Promise.all([
      requireConversation(db, actor, sent.conversationId, 'read'),
      db.selectFrom('parley.message').selectAll().where('id', '=', sent.messageId).executeTakeFirstOrThrow(),
      sent.waveId === null ? null : waveRow(db, sent.waveId),
      sent.intentId === null
        ? undefined
        : db.selectFrom('parley.intent').select(['id', 'status', 'fingerprint']).where('id', '=', sent.intentId).executeTakeFirst(),
    ]);
    const [[message], [wave]] = await Promise.all([
      messageViews(db, actor, conversation, [row]),
      waveViews(services, actor, conversation, waveOfIt === null ? [] : [waveOfIt], db),
    ]);
    if (!message) throw new Error(`Message ${sent.messageId} has no view.`);
    return {
      message,
      wave: wave ?? null,
      intent: intent
        ? { id: intent.id, status: intent.status as 'pending' | 'consumed' | 'canceled', fingerprint: intent.fingerprint }
        : null,
      eventSeq: conversation.event_seq,
    };
  });
}
