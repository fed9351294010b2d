import { decideSend, sendFingerprint, type SendRequest } from '@parley/domain';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { withTransaction } from '../database/database';
import { sha256 } from './sha256';
import { conversationFacts, loadSendFacts } from './send-facts.repo';
import { writeSend } from './write-send';

export interface Sent {
  conversationId: string;
  messageId: string;
  waveId: string | null;
  intentId: string | null;
  fingerprint: string;
}

/**
 * One transaction under the conversation's lock: the same send again finds the first one, whatever changed since; a refusal leaves nothing
 * behind; an accepted send is message, context, agents, intent, wave, events and outbox row together. Temporal hears of it after the commit.
 */
export async function sendMessage(services: Services, actor: PersonActor, conversationId: string, request: SendRequest): Promise<Sent> {
  const fingerprint = sendFingerprint(sha256, conversationId, request);
  const sent = await withTransaction(services.db, async (trx): Promise<Sent> => {
    const [conversation, facts] = await Promise.all([
      requireConversation(trx, actor, conversationId, 'write', { lock: true }),
      loadSendFacts(trx, conversationId, actor.personId, request, fingerprint, services.now()),
    ]);
    const decision = decideSend({ ...facts, conversation: conversationFacts(conversation) }, request);
    switch (decision.kind) {
      case 'refuse':
        throw decision.error;
      case 'replay':
        return { conversationId, messageId: decision.messageId, waveId: decision.waveId, intentId: decision.intentId, fingerprint };
      case 'accept':
        return writeSend(trx, services, { conversation, actor, request, fingerprint, plan: decision.plan });
    }
  });
  services.doorbell.ring('events');
  if (sent.waveId) services.doorbell.ring('outbox');
  return sent;
}
