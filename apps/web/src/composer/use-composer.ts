'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { NoAnswerError } from '@parley/client';
import { api, lastWordApi } from '../api/client';
import { failureOf, hasCode } from '../api/failure';
import { newClientId } from '../api/identity';
import { keys } from '../api/keys';
import { mergeMessages, type MessageList } from '../api/message-list';
import type { Conversation, Message, Policy, Wave } from '../api/types';
import { firstWords } from '../conversation/reply-quote';
import { useSession } from '../conversation/session-gate';
import { audienceWords } from '../conversation/audience-words';
import { takeDrafts } from '../live/refresh';
import { readStored } from '../ui/stored';
import { agentsFor } from './agents';
import { useComposerActions } from './composer-actions';
import { type ComposerDraft, composerStep, emptyDraft, isBlank, isEmpty, isLocked, type Target } from './draft-state';
import { DraftSaver, type SaveState } from './draft-saver';
import { draftBodyOf, draftFromWire, sendBodyOf } from './draft-wire';
import { rememberedChoice, useCatalogue } from './use-catalogue';
import { usePreview } from './use-preview';

const rememberedPolicy = (): Policy => {
  const stored = readStored('policy');
  return stored === 'note' || stored === 'panel' || stored === 'team' ? stored : 'direct';
};
const targetOf = (message: Message): Target => ({ id: message.id, author: message.author.name, words: firstWords(message.body) });

/** How often a send without an answer is repeated by itself before a person is asked. */
const ownTries = 3;

/** Writing and sending in one conversation. */
export function useComposer(conversationId: string, conversation: Conversation | undefined) {
  const queries = useQueryClient();
  const session = useSession();
  const { catalogue, ready } = useCatalogue(conversationId);
  const [state, step] = useReducer(composerStep, { draft: emptyDraft, phase: { kind: 'editing' } });
  const [loaded, setLoaded] = useState(false);
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const saver = useMemo(
    () =>
      new DraftSaver<ComposerDraft>(
        (draft) =>
          isEmpty(draft)
            ? api.call('deleteDraft', { params: { id: conversationId } })
            : api.call('putDraft', { params: { id: conversationId }, body: draftBodyOf(draft) }),
        setSaveState,
      ),
    [conversationId],
  );
  const stored = useQuery({
    queryKey: ['draft', conversationId],
    queryFn: ({ signal }) => api.call('getDraft', { params: { id: conversationId } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

  const messages = useQuery<MessageList>({ queryKey: keys.messages(conversationId), enabled: false }).data;

  if (!loaded && ready && stored.data !== undefined && messages !== undefined) {
    const target = (id: string): Target => {
      const message = messages.items.find((one) => one.id === id);
      return message === undefined ? { id, author: '', words: 'an earlier message' } : targetOf(message);
    };
    // A draft that was never saved comes back empty; then the mode is the one this person used last.
    const never =
      stored.data.body === '' &&
      stored.data.responders.length === 0 &&
      stored.data.contextRefs.length === 0 &&
      stored.data.replyTo === null &&
      stored.data.supersedes === null;
    // A follow-up is about the same sources, until somebody takes them away.
    const lastRefs =
      messages.items.findLast((message) => message.contextRefs.length > 0)?.contextRefs.filter(({ available }) => available) ?? [];
    const draft = never
      ? { ...emptyDraft, policy: rememberedPolicy(), contextRefs: lastRefs }
      : draftFromWire(stored.data, { profiles: catalogue.profiles, participants: catalogue.participants, target });
    setLoaded(true);
    step({
      type: 'loaded',
      draft: { ...draft, agents: draft.agents.length > 0 ? draft.agents : agentsFor(draft.policy, [], catalogue, rememberedChoice) },
    });
  }

  // The draft that was stored with an id may have been sent before this page was opened: then its message is there.
  const { clientMessageId } = state.draft;
  const arrived = clientMessageId !== null && messages?.items.some((message) => message.clientMessageId === clientMessageId) === true;
  useEffect(() => {
    if (!arrived || state.phase.kind === 'sending') return;
    saver.take();
    step({ type: 'accepted' });
    void api.call('deleteDraft', { params: { id: conversationId } }).catch(() => undefined);
  }, [arrived, conversationId, saver, state.phase.kind]);

  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });
  const change = useCallback(
    (next: Partial<Omit<ComposerDraft, 'clientMessageId'>>) => {
      if (isLocked(latest.current)) return;
      step({ type: 'changed', change: next });
      saver.change({ ...latest.current.draft, ...next, clientMessageId: null });
    },
    [saver],
  );
  useEffect(() => {
    const flush = (): void => {
      const draft = saver.take();
      if (draft !== undefined)
        void (
          isEmpty(draft)
            ? lastWordApi.call('deleteDraft', { params: { id: conversationId } })
            : lastWordApi.call('putDraft', { params: { id: conversationId }, body: draftBodyOf(draft) })
        ).catch(() => undefined);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [conversationId, saver]);

  const preview = usePreview(conversationId, state.draft, loaded && state.phase.kind !== 'unanswered');
  const seen = preview.exact;

  const send = useCallback(async (): Promise<void> => {
    const { draft, phase } = latest.current;
    if (phase.kind === 'sending' || isBlank(draft)) return;
    const id = draft.clientMessageId ?? newClientId('msg');
    step({ type: 'sent', clientMessageId: id });
    saver.take();
    const body = sendBodyOf(draft, id, seen !== null && new Date(seen.expiresAt).getTime() > Date.now() ? seen.fingerprint : undefined);
    try {
      // The id is stored before the first try: a page that dies now finds it again, and repeats instead of posting twice.
      if (draft.clientMessageId === null)
        await api
          .call('putDraft', { params: { id: conversationId }, body: draftBodyOf({ ...draft, clientMessageId: id }) }, { timeoutMs: 5_000 })
          .catch(() => undefined);
      const accepted = await api.call('sendMessage', { params: { id: conversationId }, body });
      if (accepted.wave !== null) {
        queries.setQueryData<Wave>(keys.wave(accepted.wave.id), accepted.wave);
        takeDrafts(accepted.wave);
        const waveId = accepted.wave.id;
        queries.setQueryData<string[]>(keys.unsettled(conversationId), (ids) =>
          ids === undefined || ids.includes(waveId) ? ids : [...ids, waveId],
        );
      }
      queries.setQueryData<MessageList>(keys.messages(conversationId), (list) =>
        list === undefined ? list : mergeMessages(list, [accepted.message]),
      );
      step({ type: 'accepted' });
      window.dispatchEvent(new CustomEvent('parley:sent'));
      void api.call('deleteDraft', { params: { id: conversationId } }).catch(() => undefined);
      void queries.invalidateQueries({ queryKey: keys.messages(conversationId) });
      void queries.invalidateQueries({ queryKey: keys.unsettled(conversationId) });
      void queries.invalidateQueries({ queryKey: keys.rail });
    } catch (error) {
      if (error instanceof NoAnswerError || hasCode(error, 'unavailable', 'defect', 'unknown_outcome')) step({ type: 'no_answer' });
      else {
        const failure = failureOf(error);
        step({ type: 'refused', title: failure.title, detail: failure.detail });
        saver.change({ ...draft, clientMessageId: null });
      }
    }
  }, [conversationId, seen, queries, saver]);

  const { phase } = state;
  useEffect(() => {
    if (phase.kind !== 'unanswered' || phase.tries === 0 || phase.tries >= ownTries) return;
    const timer = setTimeout(() => void send(), 1_000 * 2 ** phase.tries);
    return () => clearTimeout(timer);
  }, [phase, send]);

  const choices = useComposerActions(state.draft, change, catalogue);
  const actions = useMemo(
    () => ({
      change,
      replyTo: (message: Message) => {
        change({ replyTo: targetOf(message), supersedes: null });
        document.getElementById('message')?.focus();
      },
      correct: (message: Message) => {
        change({ supersedes: targetOf(message), replyTo: null, body: message.body ?? '', contextRefs: message.contextRefs });
        document.getElementById('message')?.focus();
      },
      clearTarget: () => change({ replyTo: null, supersedes: null }),
      withdraw: () => step({ type: 'withdrawn' }),
    }),
    [change],
  );

  const may = conversation?.allowedActions ?? [];
  const refusal =
    conversation === undefined
      ? null
      : may.includes('send')
        ? state.draft.policy !== 'note' && !may.includes('ask')
          ? (conversation.blocked.ask?.detail ?? null)
          : null
        : (conversation.blocked.send?.detail ?? 'You cannot write here.');
  return {
    ...choices,
    ...actions,
    state,
    send,
    preview,
    catalogue,
    saveState,
    loaded,
    refusal,
    conversationId,
    closed: conversation !== undefined && !may.includes('send'),
    audience: conversation === undefined ? session.workspaceName : audienceWords(conversation.audience),
  };
}
export type Composer = ReturnType<typeof useComposer>;
