import { limits } from '../limits';
import type { MessageStatus } from '../vocabulary';
import { type Actions, collect, readOnly } from './wave-actions';

export const conversationActionNames = ['send', 'ask', 'rename', 'archive', 'restore', 'change_audience', 'delete'] as const;
export type ConversationAction = (typeof conversationActionNames)[number];

export interface ConversationActionFacts {
  state: 'open' | 'archived';
  unsettledWaves: number;
  /** From `decideAccess` for this person. */
  mayWrite: boolean;
  mayManage: boolean;
  mayDelete: boolean;
}

/** `send` is any message; `ask` one that calls agents, which the queue of eight can refuse. */
export function conversationActions(conversation: ConversationActionFacts): Actions<ConversationAction> {
  const archived = conversation.state === 'archived';
  const busy = conversation.unsettledWaves > 0 ? 'A response has not settled yet. Stop it, or wait for it.' : undefined;
  return collect(conversationActionNames, (action) => {
    switch (action) {
      case 'send':
        return conversation.mayWrite ? (archived ? 'This conversation is archived.' : undefined) : readOnly;
      case 'ask':
        if (!conversation.mayWrite) return readOnly;
        if (archived) return 'This conversation is archived.';
        return conversation.unsettledWaves >= limits.unsettledWaves ? `${limits.unsettledWaves} responses already wait here.` : undefined;
      case 'rename':
      case 'change_audience':
        return conversation.mayManage ? undefined : notManager;
      case 'archive':
        return conversation.mayManage ? (archived ? 'It is archived already.' : busy) : notManager;
      case 'restore':
        return conversation.mayManage ? (archived ? undefined : 'It is not archived.') : notManager;
      case 'delete':
        return conversation.mayDelete ? busy : 'Only the person who started this conversation, or an administrator in it, can delete it.';
    }
  });
}

const notManager = 'You cannot change this conversation.';

export const messageActionNames = ['reply', 'select', 'supersede', 'delete'] as const;
export type MessageAction = (typeof messageActionNames)[number];

export interface MessageActionFacts {
  status: MessageStatus;
  authorKind: 'person' | 'agent' | 'system';
  mine: boolean;
  /** The wave that this message called has not settled. */
  waveUnsettled: boolean;
  archived: boolean;
  mayWrite: boolean;
}

export function messageActions(message: MessageActionFacts): Actions<MessageAction> {
  return collect(messageActionNames, (action) => {
    if (!message.mayWrite) return readOnly;
    if (message.status === 'tombstone') return 'This message was deleted.';
    switch (action) {
      case 'reply':
      case 'select':
        return message.archived ? 'This conversation is archived.' : undefined;
      case 'supersede':
        if (message.authorKind !== 'person' || !message.mine) return 'Only your own messages can be corrected by you.';
        if (message.status === 'superseded') return 'It was corrected already.';
        return message.archived ? 'This conversation is archived.' : undefined;
      case 'delete':
        if (message.authorKind !== 'person' || !message.mine) return 'Only your own messages can be deleted by you.';
        return message.waveUnsettled ? 'Agents still work on this message. Stop them, or wait.' : undefined;
    }
  });
}
