import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { api } from '../api/client';
import { keys } from '../api/keys';
import type { Mention } from '../api/types';
import { firstActive, type MentionQuery, mentionAt, moveActive } from './mention-query';

const navigation = ['ArrowDown', 'ArrowUp', 'Home', 'End'] as const;

/** The state of the mention picker over a text field. */
export function useMentions(conversationId: string | null, onPick: (mention: Mention, typed: MentionQuery) => void) {
  const [typed, setTyped] = useState<MentionQuery | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const open = typed !== null && typed.start !== dismissed;
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.mentions(conversationId, typed?.query ?? ''),
    queryFn: ({ signal }) =>
      api.call(
        'listMentions',
        { query: { q: typed?.query.trim() ?? '', limit: 12, ...(conversationId === null ? {} : { conversationId }) } },
        { signal },
      ),
    enabled: open,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
  const options = data?.items ?? [];
  const [shown, setShown] = useState(data);
  if (data !== shown) {
    setShown(data);
    setActive(firstActive(options));
  }

  const read = (text: string, caret: number, caretEnd: number): void => {
    const next = caret === caretEnd ? mentionAt(text, caret) : null;
    setTyped(next);
    if (next === null) setDismissed(null);
  };
  const pick = (index: number): void => {
    const mention = options[index];
    if (mention === undefined || typed === null || !mention.available) return;
    setTyped(null);
    onPick(mention, typed);
  };
  /** True when the key belonged to the picker. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open || typed === null || event.nativeEvent.isComposing) return false;
    const key = navigation.find((one) => one === event.key);
    if (key !== undefined && options.length > 0) {
      setActive(moveActive(options, active, key));
      return true;
    }
    if (
      (event.key === 'Enter' || event.key === 'Tab') &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey &&
      options[active]?.available === true &&
      !isPlaceholderData
    ) {
      pick(active);
      return true;
    }
    if (event.key === 'Escape') {
      setDismissed(typed.start);
      return true;
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setDismissed(typed.start);
    return false;
  };
  const close = (): void => {
    if (typed !== null) setDismissed(typed.start);
  };
  return { open: open && options.length > 0, options, active, setActive, read, pick, onKey, close };
}
export type Mentions = ReturnType<typeof useMentions>;
