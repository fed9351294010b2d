'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { keys } from '../api/keys';
import type { MessageList } from '../api/message-list';
import { ReplyIcon } from '../ui/icons';
import { useConversation } from './conversation-context';
import { useJump } from './jump-context';
import styles from './message.module.css';

export const firstWords = (body: string | null): string =>
  body === null
    ? 'a deleted message'
    : (
        body
          .replace(/[*_`#>]/g, '')
          .split('\n')
          .find((line) => line.trim() !== '') ?? ''
      ).slice(0, 160);

/** What a message answers to. Pressing it goes there, when it is loaded. */
export function ReplyQuote({ messageId }: { messageId: string }) {
  const { conversationId } = useConversation();
  const { jump } = useJump();
  const queries = useQueryClient();
  const loaded = queries.getQueryData<MessageList>(keys.messages(conversationId))?.items.find((message) => message.id === messageId);
  const { data } = useQuery({
    queryKey: ['message', messageId],
    queryFn: ({ signal }) => api.call('getMessage', { params: { id: messageId } }, { signal }),
    enabled: loaded === undefined,
    staleTime: Infinity,
  });
  const message = loaded ?? data;
  return (
    <button type="button" className={styles.quote} onClick={() => jump(messageId)} disabled={loaded === undefined}>
      <ReplyIcon />
      {message === undefined ? (
        'An earlier message'
      ) : (
        <>
          <strong>{message.author.name}</strong> <span className="clip">{firstWords(message.body)}</span>
        </>
      )}
    </button>
  );
}
