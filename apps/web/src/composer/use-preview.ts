import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { type Failure, failureOf } from '../api/failure';
import { keys } from '../api/keys';
import type { Preview } from '../api/types';
import { type ComposerDraft, isBlank } from './draft-state';
import { previewBodyOf } from './draft-wire';

const restMs = 450;
const refreshMarginMs = 10_000;

export interface PreviewState {
  /** The newest preview, possibly of a slightly older text: good enough to read. */
  shown: Preview | null;
  /** The preview of exactly this draft: until it expires, its fingerprint says what the sender saw. */
  exact: Preview | null;
  failure: Failure | null;
  reading: boolean;
}

/** What agents would see for this draft; read again when the draft rests, and before it expires. */
export function usePreview(conversationId: string | null, draft: ComposerDraft, enabled: boolean): PreviewState {
  const wanted =
    enabled &&
    conversationId !== null &&
    draft.policy !== 'note' &&
    !isBlank(draft) &&
    draft.agents.length > 0 &&
    draft.agents.every(({ runtimeId }) => runtimeId !== '');
  const content = wanted ? JSON.stringify(previewBodyOf(draft, conversationId)) : '';
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(content), restMs);
    return () => clearTimeout(timer);
  }, [content]);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: keys.preview(conversationId ?? '', rested),
    queryFn: ({ signal }) => api.call('createPreview', { body: JSON.parse(rested) as ReturnType<typeof previewBodyOf> }, { signal }),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data === undefined ? false : Math.max(5_000, new Date(state.data.expiresAt).getTime() - Date.now() - refreshMarginMs),
  });
  return {
    shown: wanted ? (data ?? null) : null,
    exact: wanted && rested === content && !isPlaceholderData ? (data ?? null) : null,
    failure: wanted && error !== null ? failureOf(error) : null,
    reading: wanted && (isFetching || rested !== content),
  };
}
