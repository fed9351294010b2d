'use client';

import { createContext, useContext } from 'react';
import type { Conversation, Message } from '../api/types';

interface OpenConversation {
  conversationId: string;
  conversation: Conversation | undefined;
  /** Shows one wave on its own; null closes it. */
  openWave: (id: string | null) => void;
  reply: (message: Message) => void;
  correct: (message: Message) => void;
}

export const ConversationContext = createContext<OpenConversation | null>(null);

export function useConversation(): OpenConversation {
  const open = useContext(ConversationContext);
  if (open === null) throw new Error('useConversation outside of a conversation');
  return open;
}
