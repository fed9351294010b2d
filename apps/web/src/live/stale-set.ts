import type { StreamEvent } from '@parley/client';

/** What has to be read again, collected from events until the next reading. Many events about one thing cost one request. */
export interface StaleSet {
  rail: boolean;
  everything: boolean;
  conversations: Set<string>;
  gone: Set<string>;
  unsettled: Set<string>;
  participants: Set<string>;
  waves: Map<string, string>;
  messages: Map<string, string>;
}

export const nothingStale = (): StaleSet => ({
  rail: false,
  everything: false,
  conversations: new Set(),
  gone: new Set(),
  unsettled: new Set(),
  participants: new Set(),
  waves: new Map(),
  messages: new Map(),
});
export const isNothing = (stale: StaleSet): boolean =>
  !stale.rail &&
  !stale.everything &&
  stale.conversations.size + stale.gone.size + stale.unsettled.size + stale.participants.size + stale.waves.size + stale.messages.size ===
    0;

/** Adds what one event makes stale. Events carry ids only, so this never changes data by itself. */
export function markStale(stale: StaleSet, event: Extract<StreamEvent, { kind: 'event' | 'reset' }>): void {
  if (event.kind === 'reset') {
    stale.everything = true;
    return;
  }
  const { type, conversationId, messageId, waveId } = event.data;
  stale.rail = true;
  if (type === 'conversation.deleted') {
    stale.gone.add(conversationId);
    return;
  }
  if (messageId !== undefined && type.startsWith('message.')) stale.messages.set(messageId, conversationId);
  if (waveId !== undefined) stale.waves.set(waveId, conversationId);
  if (type === 'wave.created' || type === 'wave.settled' || type === 'wave.updated') stale.unsettled.add(conversationId);
  if (type === 'participant.updated' || type === 'wave.created') stale.participants.add(conversationId);
  if (type.startsWith('conversation.') || type === 'message.created' || type === 'wave.created' || type === 'wave.settled')
    stale.conversations.add(conversationId);
}
