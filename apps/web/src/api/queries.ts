import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from './client';
import { loadMarkdown } from '../text/markdown';
import { keys, type RailFilter } from './keys';
import { leavesGap, mergeMessages, type MessageList, prependMessages } from './message-list';
import type { Message, Wave } from './types';

/** Live data never grows old by itself: the event stream says what changed, and a reconnect reads again. */
const live = { staleTime: Infinity } as const;
const catalogue = { staleTime: 15_000, refetchInterval: 30_000 } as const;

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => api.call('getSession', {}, { signal }),
  retry: false,
  ...live,
});

export const railQuery = (filter: RailFilter) =>
  queryOptions({
    queryKey: keys.railOf(filter),
    queryFn: ({ signal }) =>
      api.call(
        'listConversations',
        {
          query: {
            limit: 100,
            state: filter === 'archived' ? 'archived' : 'open',
            ...(filter === 'needs' ? { needsAttention: 'true' } : {}),
          },
        },
        { signal },
      ),
    ...live,
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.conversation(id),
    queryFn: ({ signal }) => api.call('getConversation', { params: { id } }, { signal }),
    ...live,
  });
export const waveQuery = (id: string) =>
  queryOptions({ queryKey: keys.wave(id), queryFn: ({ signal }) => api.call('getWave', { params: { id } }, { signal }), ...live });
export const participantsQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keys.participants(conversationId),
    queryFn: ({ signal }) => api.call('listParticipants', { query: { conversationId } }, { signal }),
    ...live,
  });
export const profilesQuery = queryOptions({
  queryKey: keys.profiles,
  queryFn: ({ signal }) => api.call('listProfiles', {}, { signal }),
  staleTime: 60_000,
});
export const runtimesQuery = queryOptions({
  queryKey: keys.runtimes,
  queryFn: ({ signal }) => api.call('listRuntimes', {}, { signal }),
  ...catalogue,
});
export const repositoriesQuery = queryOptions({
  queryKey: keys.repositories,
  queryFn: ({ signal }) => api.call('listRepositories', {}, { signal }),
  ...catalogue,
});
export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: ({ signal }) => api.call('listPeople', {}, { signal }),
  staleTime: 60_000,
});

export const unsettledQuery = (queries: QueryClient, conversationId: string) =>
  queryOptions({
    queryKey: keys.unsettled(conversationId),
    queryFn: async ({ signal }) => {
      const { items } = await api.call('listWaves', { params: { id: conversationId }, query: { state: 'unsettled' } }, { signal });
      for (const wave of items) queries.setQueryData<Wave>(keys.wave(wave.id), wave);
      return items.map((wave) => wave.id);
    },
    ...live,
  });

/** A message that called agents is shown with its wave, so a page of messages is not ready before its waves are. */
async function readWavesOf(queries: QueryClient, items: readonly Message[]): Promise<void> {
  const ids = new Set(items.flatMap((message) => (message.waveId === null ? [] : [message.waveId])));
  await Promise.all([...ids].map((id) => queries.prefetchQuery(waveQuery(id))));
}

const pageSize = 50;

export const messagesQuery = (queries: QueryClient, conversationId: string) =>
  queryOptions({
    queryKey: keys.messages(conversationId),
    queryFn: async ({ signal }): Promise<MessageList> => {
      const [page] = await Promise.all([
        api.call('listMessages', { params: { id: conversationId }, query: { limit: pageSize } }, { signal }),
        loadMarkdown(),
      ]);
      await readWavesOf(queries, page.items);
      const loaded = queries.getQueryData<MessageList>(keys.messages(conversationId));
      if (loaded === undefined || leavesGap(loaded, page.items))
        return mergeMessages({ items: [], before: page.before, prepends: 0 }, page.items);
      return mergeMessages(loaded, page.items);
    },
    ...live,
  });

export function useMessages(conversationId: string) {
  const queries = useQueryClient();
  const query = useQuery(messagesQuery(queries, conversationId));
  const [loadingOlder, setLoadingOlder] = useState(false);
  const before = query.data?.before ?? null;
  const loadOlder = useCallback(async () => {
    if (before === null || loadingOlder) return;
    setLoadingOlder(true);
    try {
      const page = await api.call('listMessages', { params: { id: conversationId }, query: { limit: pageSize, before } });
      await readWavesOf(queries, page.items);
      queries.setQueryData<MessageList>(keys.messages(conversationId), (list) =>
        list === undefined || list.before !== before ? list : prependMessages(list, page),
      );
    } finally {
      setLoadingOlder(false);
    }
  }, [before, conversationId, loadingOlder, queries]);
  return { query, loadOlder, loadingOlder };
}
