import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client';
import { keys } from '../api/keys';
import type { Conversation } from '../api/types';

const settleMs = 600;

/** Moves this person's read marker to what was in sight while the page was looked at. It never moves back. */
export function useReadMarker(conversationId: string, ordinal: number): void {
  const queries = useQueryClient();
  const sent = useRef(0);
  useEffect(() => {
    const known = queries.getQueryData<Conversation>(keys.conversation(conversationId))?.readOrdinal ?? 0;
    if (ordinal <= Math.max(known, sent.current)) return;
    const put = (): void => {
      if (document.visibilityState !== 'visible' || sent.current >= ordinal) return;
      sent.current = ordinal;
      void api
        .call('putRead', { params: { id: conversationId }, body: { ordinal } })
        .then(({ readOrdinal }) => {
          queries.setQueryData<Conversation>(keys.conversation(conversationId), (now) =>
            now === undefined ? now : { ...now, readOrdinal },
          );
          return queries.invalidateQueries({ queryKey: keys.rail });
        })
        .catch(() => {
          sent.current = 0;
        });
    };
    const timer = setTimeout(put, settleMs);
    document.addEventListener('visibilitychange', put);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', put);
    };
  }, [conversationId, ordinal, queries]);
}
