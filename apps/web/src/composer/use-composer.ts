'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { NoAnswerError } from '@parley/client';
import { api, lastWordApi } from '../api/client';
import { failureOf, hasCode } from '../api/failure';
import { newClientId } from '../api/identity';
import { keys } from '../api/keys';
import { mergeMessages, type MessageList } from '../api/message-list';
import type { Conversation, Mention, Message, Policy, Wave } from '../api/types';
import { firstWords } from '../conversation/reply-quote';
import { useSession } from '../conversation/session-gate';
import { audienceWords } from '../conversation/audience-words';
import { takeDrafts } from '../live/refresh';
import { readStored, writeStored } from '../ui/stored';
import { agentOf, agentsFor, type Choice, firstChoice, withMentioned } from './agents';
import { type ComposerDraft, composerStep, emptyDraft, isBlank, isEmpty, isLocked, type Target } from './draft-state';
import { DraftSaver, type SaveState } from './draft-saver';
import { draftBodyOf, draftFromWire, sendBodyOf } from './draft-wire';
import { rememberChoice, rememberedChoice, useCatalogue } from './use-catalogue';
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
  const saver = useMemo(() => new DraftSaver<ComposerDraft>((draft) => (isEmpty(draft) ? api.call('deleteDraft', { params: { id: conversationId } }) : api.call('putDraft', { params: { id: conversationId }, body: draftBodyOf(draft) })), setSaveState), [conversationId]);
  const stored = useQuery({
    queryKey: ['draft', conversationId],
    queryFn: ({ signal }) => api.call('getDraft', { params: { id: conversationId } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

  const findMessage = useCallback((id: string): Message | undefined => queries.getQueryData<MessageList>(keys.messages(conversationId))?.items.find((message) => message.id === id), [conversationId, queries]);

  useEffect(() => {
    if (loaded || !ready || stored.data === undefined) return;
    const target = (id: string): Target => {
      const message = findMessage(id);
      return message === undefined ? { id, author: '', words: 'an earlier message' } : targetOf(message);
    };
    // A draft that was never saved comes back empty; then the mode is the one this person used last.
    const never = stored.data.body === '' && stored.data.responders.length === 0 && stored.data.contextRefs.length === 0 && stored.data.replyTo === null && stored.data.supersedes === null;
    const draft = never ? { ...emptyDraft, policy: rememberedPolicy() } : draftFromWire(stored.data, { profiles: catalogue.profiles, participants: catalogue.participants, target });
    step({ type: 'loaded', draft: { ...draft, agents: draft.agents.length > 0 ? draft.agents : agentsFor(draft.policy, [], catalogue, rememberedChoice) } });
    setLoaded(true);
  }, [catalogue, findMessage, loaded, ready, stored.data]);

  // The draft that was stored with an id may have been sent before this page was opened: then its message is there.
  const messages = useQuery<MessageList>({ queryKey: keys.messages(conversationId), enabled: false }).data;
  const { clientMessageId } = state.draft;
  const arrived = clientMessageId !== null && messages?.items.some((message) => message.clientMessageId === clientMessageId) === true;
  useEffect(() => {
    if (!arrived || state.phase.kind === 'sending') return;
    saver.take();
    step({ type: 'accepted' });
    void api.call('deleteDraft', { params: { id: conversationId } }).catch(() => undefined);
  }, [arrived, conversationId, saver, state.phase.kind]);

  const latest = useRef(state);
  latest.current = state;
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
      if (draft !== undefined) void (isEmpty(draft) ? lastWordApi.call('deleteDraft', { params: { id: conversationId } }) : lastWordApi.call('putDraft', { params: { id: conversationId }, body: draftBodyOf(draft) })).catch(() => undefined);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [conversationId, saver]);

  const preview = usePreview(conversationId, state.draft, loaded && state.phase.kind !== 'unanswered');

  const send = useCallback(async (): Promise<void> => {
    const { draft, phase } = latest.current;
    if (phase.kind === 'sending' || isBlank(draft)) return;
    const id = draft.clientMessageId ?? newClientId('msg');
    step({ type: 'sent', clientMessageId: id });
    saver.take();
    const body = sendBodyOf(draft, id, preview.usable?.fingerprint);
    try {
      // The id is stored before the first try: a page that dies now finds it again, and repeats instead of posting twice.
      if (draft.clientMessageId === null) await api.call('putDraft', { params: { id: conversationId }, body: draftBodyOf({ ...draft, clientMessageId: id }) }, { timeoutMs: 5_000 }).catch(() => undefined);
      const accepted = await api.call('sendMessage', { params: { id: conversationId }, body });
      if (accepted.wave !== null) {
        queries.setQueryData<Wave>(keys.wave(accepted.wave.id), accepted.wave);
        takeDrafts(accepted.wave);
        const waveId = accepted.wave.id;
        queries.setQueryData<string[]>(keys.unsettled(conversationId), (ids) => (ids === undefined || ids.includes(waveId) ? ids : [...ids, waveId]));
      }
      queries.setQueryData<MessageList>(keys.messages(conversationId), (list) => (list === undefined ? list : mergeMessages(list, [accepted.message])));
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
  }, [conversationId, preview.usable, queries, saver]);

  const { phase } = state;
  useEffect(() => {
    if (phase.kind !== 'unanswered' || phase.tries === 0 || phase.tries >= ownTries) return;
    const timer = setTimeout(() => void send(), 1_000 * 2 ** phase.tries);
    return () => clearTimeout(timer);
  }, [phase, send]);

  const actions = useMemo(
    () => ({
      change,
      setPolicy: (policy: Policy) => {
        writeStored('policy', policy);
        change({ policy, agents: agentsFor(policy, latest.current.draft.agents, catalogue, rememberedChoice) });
      },
      setChoice: (profileId: string, choice: Choice) => {
        rememberChoice(profileId, choice);
        change({ agents: latest.current.draft.agents.map((agent) => (agent.profileId === profileId ? { ...agent, ...choice } : agent)) });
      },
      removeAgent: (profileId: string) => change({ agents: latest.current.draft.agents.filter((agent) => agent.profileId !== profileId) }),
      addAgent: (profileId: string) => {
        const profile = catalogue.profiles.find(({ id }) => id === profileId);
        if (profile === undefined) return;
        change(withMentioned(latest.current.draft.policy, latest.current.draft.agents, agentOf(profile, firstChoice(profile.id, catalogue, rememberedChoice(profile.id)))));
      },
      mention: (mention: Mention, body: string) => {
        const { draft } = latest.current;
        if (mention.kind === 'repository') {
          const refs = draft.contextRefs.some(({ id }) => id === mention.id) ? draft.contextRefs : [...draft.contextRefs, { kind: 'repository' as const, id: mention.id, label: mention.label, available: mention.available }];
          change({ body, contextRefs: refs });
          return;
        }
        const profile = catalogue.profiles.find(({ id }) => id === mention.id);
        const joined = profile === undefined ? {} : withMentioned(draft.policy, draft.agents, agentOf(profile, firstChoice(profile.id, catalogue, rememberedChoice(profile.id))));
        change({ body, ...joined });
      },
      removeRef: (id: string) => change({ contextRefs: latest.current.draft.contextRefs.filter((ref) => ref.id !== id) }),
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
    [catalogue, change],
  );

  const may = conversation?.allowedActions ?? [];
  const refusal = conversation === undefined ? null : may.includes('send') ? (state.draft.policy !== 'note' && !may.includes('ask') ? (conversation.blocked.ask?.detail ?? null) : null) : (conversation.blocked.send?.detail ?? 'You cannot write here.');
  return {
    ...actions, state, send, preview, catalogue, saveState, loaded, refusal, conversationId,
    closed: conversation !== undefined && !may.includes('send'),
    audience: conversation === undefined ? session.workspaceName : audienceWords(conversation.audience),
  };
}
export type Composer = ReturnType<typeof useComposer>;
