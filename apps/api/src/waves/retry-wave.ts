import { ParleyError, type SendRequest } from '@parley/domain';
import { requireConversationOf } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { sendMessage, type Sent } from '../messages/send';
import { assignmentsOf } from './facts';
import { refsOf } from './freeze';
import { waveRow } from './load';
import { stored } from './stored';
import { waveViews } from './wave-view';

/** Asks the same question again as a new message and wave. Nothing of the old wave is used but what the person asked and of whom. */
export async function retryWave(services: Services, actor: PersonActor, waveId: string, clientMessageId: string): Promise<Sent> {
  const { db } = services;
  const found = await db.selectFrom('parley.wave').select('conversation_id').where('id', '=', waveId).executeTakeFirst();
  const conversation = await requireConversationOf(db, actor, found?.conversation_id, 'write');
  const wave = await waveRow(db, waveId);
  const sentBefore = await db
    .selectFrom('parley.message')
    .select('id')
    .where('conversation_id', '=', conversation.id)
    .where('person_id', '=', actor.personId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst();
  if (!sentBefore) {
    const [view] = await waveViews(services, actor, conversation, [wave]);
    const refusal = view?.blocked['retry'];
    if (refusal) throw new ParleyError('action_unavailable', refusal.detail);
  }
  const trigger = await db
    .selectFrom('parley.message')
    .select(['body', 'reply_to', 'sources'])
    .where('id', '=', wave.message_id)
    .executeTakeFirstOrThrow();
  if (trigger.body === null) throw new ParleyError('action_unavailable', 'The question was deleted.');
  const request: SendRequest = {
    clientMessageId,
    body: trigger.body,
    policy: wave.policy as SendRequest['policy'],
    responders: (await assignmentsOf(db, wave)).map(({ participantId, runtimeId, modelId, effort }) => ({
      participantId,
      runtimeId,
      modelId,
      ...(effort === null ? {} : { effort }),
    })),
    ...(trigger.reply_to === null ? {} : { replyTo: trigger.reply_to }),
    sources: stored<string[]>(trigger.sources),
    contextRefs: (await refsOf(db, wave)).map(({ kind, id }) => ({ kind, id })),
  };
  return sendMessage(services, actor, conversation.id, request);
}
