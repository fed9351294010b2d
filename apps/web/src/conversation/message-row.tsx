'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { api } from '../api/client';
import { failureOf } from '../api/failure';
import { keys } from '../api/keys';
import { mergeMessages, type MessageList } from '../api/message-list';
import type { Message } from '../api/types';
import { Markdown } from '../text/markdown';
import { AgentMark, PersonMark } from '../ui/marks';
import { clock } from '../ui/moments';
import { Confirm } from '../ui/sheet';
import { ContextTokens } from './context-tokens';
import { useConversation } from './conversation-context';
import { useJump } from './jump-context';
import { MessageActions } from './message-actions';
import styles from './message.module.css';
import { ReplyQuote } from './reply-quote';
import { useSession } from './session-gate';

export const MessageRow = memo(function MessageRow({ message, continued }: { message: Message; continued: boolean }) {
  const { conversationId } = useConversation();
  const { person } = useSession();
  const { highlighted } = useJump();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.call('deleteMessage', { params: { id: message.id } }),
    onSuccess: (tombstone) => {
      queries.setQueryData<MessageList>(keys.messages(conversationId), (list) =>
        list === undefined ? list : mergeMessages(list, [tombstone]),
      );
      setDeleting(false);
    },
  });
  const { author } = message;
  const mine = author.kind === 'person' && author.personId === person.id;
  return (
    <article
      className={`${styles.message} ${continued ? styles.continued : ''} ${highlighted === message.id ? styles.highlighted : ''}`}
      aria-label={`${author.name}, ${clock(message.createdAt)}`}
    >
      <div className={styles.side}>
        {continued ? (
          <time dateTime={message.createdAt}>{clock(message.createdAt)}</time>
        ) : author.kind === 'person' ? (
          <PersonMark id={author.personId} name={author.name} />
        ) : (
          <AgentMark name={author.name} />
        )}
      </div>
      <div className={styles.body}>
        {!continued && (
          <header className={styles.head}>
            <strong>{author.name}</strong>
            {mine && <span className="visually-hidden">(you)</span>}
            <time dateTime={message.createdAt} title={new Date(message.createdAt).toLocaleString('en-GB')}>
              {clock(message.createdAt)}
            </time>
            {message.supersedes !== null && <span className={styles.tag}>Correction</span>}
          </header>
        )}
        {message.replyTo !== null && <ReplyQuote messageId={message.replyTo} />}
        <MessageBody message={message} />
        {message.contextRefs.length > 0 && message.status !== 'tombstone' && <ContextTokens refs={message.contextRefs} />}
      </div>
      {message.status !== 'tombstone' && <MessageActions message={message} onDelete={() => setDeleting(true)} />}
      <Confirm
        open={deleting}
        title="Delete this message?"
        description="Its text is removed everywhere, for everyone. Its place, author and time stay."
        action="Delete text"
        busy={remove.isPending}
        failure={remove.isError ? failureOf(remove.error).detail : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      />
    </article>
  );
});

function MessageBody({ message }: { message: Message }) {
  if (message.body === null) return <p className={styles.tombstone}>This message was deleted.</p>;
  if (message.status !== 'superseded') return <Markdown>{message.body}</Markdown>;
  return (
    <details className={styles.superseded}>
      <summary>Corrected later. Show the first wording</summary>
      <Markdown>{message.body}</Markdown>
    </details>
  );
}
