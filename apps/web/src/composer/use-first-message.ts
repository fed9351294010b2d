'use client';

import { NoAnswerError } from '@parley/client';
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { api } from '../api/client';
import { failureOf, hasCode } from '../api/failure';
import { newClientId } from '../api/identity';
import type { Audience } from '../api/types';
import { useSession } from '../conversation/session-gate';
import { readStored, readStoredJson, writeStoredJson } from '../ui/stored';
import { agentsFor } from './agents';
import { useComposerActions } from './composer-actions';
import { type ComposerDraft, composerStep, emptyDraft, isBlank, isLocked } from './draft-state';
import { draftBodyOf, sendBodyOf } from './draft-wire';
import { rememberedChoice, useCatalogue } from './use-catalogue';

/** The draft of a conversation that does not exist yet; it lives in this browser. `shellId` is the conversation that was made for a send that was not accepted. */
interface StoredFirst {
  draft: ComposerDraft;
  readers: Audience;
  clientId: string | null;
  shellId: string | null;
}
const storeKey = 'first-message';

/** Writing the first message. Sending makes the conversation, stores the draft with its id there, then sends: each step can be repeated. */
export function useFirstMessage(onSent: (conversationId: string) => void) {
  const { workspaceName } = useSession();
  const { catalogue, ready } = useCatalogue(null);
  const [state, step] = useReducer(composerStep, { draft: emptyDraft, phase: { kind: 'editing' } });
  const [readers, setReadersState] = useState<Audience>({ kind: 'workspace' });
  const [loaded, setLoaded] = useState(false);
  const [storedShell, setShell] = useState<{ clientId: string | null; id: string | null }>({ clientId: null, id: null });
  const shell = useRef(storedShell);
  const latest = useRef({ state, readers });
  useLayoutEffect(() => {
    latest.current = { state, readers };
  });
  useLayoutEffect(() => {
    shell.current = storedShell;
  }, [storedShell]);

  if (!loaded && ready) {
    const stored = readStoredJson<StoredFirst>(storeKey);
    const policy = readStored('policy');
    const draft = stored?.draft ?? {
      ...emptyDraft,
      policy: policy === 'note' || policy === 'panel' || policy === 'team' ? policy : 'direct',
    };
    const known = draft.agents.filter((agent) => catalogue.profiles.some(({ id }) => id === agent.profileId) && agent.runtimeId !== '');
    setLoaded(true);
    if (stored !== null) {
      setReadersState(stored.readers);
      setShell({ clientId: stored.clientId, id: stored.shellId });
    }
    step({ type: 'loaded', draft: { ...draft, agents: agentsFor(draft.policy, known, catalogue, rememberedChoice) } });
  }

  const store = useCallback((draft: ComposerDraft, nextReaders: Audience) => {
    const worthIt = draft.body !== '' || draft.contextRefs.length > 0 || shell.current.id !== null;
    writeStoredJson(
      storeKey,
      worthIt ? ({ draft, readers: nextReaders, clientId: shell.current.clientId, shellId: shell.current.id } satisfies StoredFirst) : null,
    );
  }, []);
  const change = useCallback(
    (next: Partial<Omit<ComposerDraft, 'clientMessageId'>>) => {
      const { state: now, readers: to } = latest.current;
      if (isLocked(now)) return;
      step({ type: 'changed', change: next });
      store({ ...now.draft, ...next, clientMessageId: null }, to);
    },
    [store],
  );

  const send = useCallback(async (): Promise<void> => {
    const { state: now, readers: to } = latest.current;
    if (now.phase.kind === 'sending' || isBlank(now.draft)) return;
    const id = now.draft.clientMessageId ?? newClientId('msg');
    step({ type: 'sent', clientMessageId: id });
    shell.current.clientId ??= newClientId('conversation');
    const draft = { ...now.draft, clientMessageId: id };
    store(draft, to);
    try {
      const conversationId =
        shell.current.id ?? (await api.call('createConversation', { body: { clientId: shell.current.clientId, audience: to } })).id;
      shell.current.id = conversationId;
      store(draft, to);
      await api.call('putDraft', { params: { id: conversationId }, body: draftBodyOf(draft) }, { timeoutMs: 5_000 }).catch(() => undefined);
      await api.call('sendMessage', { params: { id: conversationId }, body: sendBodyOf(draft, id, undefined) });
      writeStoredJson(storeKey, null);
      void api.call('deleteDraft', { params: { id: conversationId } }).catch(() => undefined);
      onSent(conversationId);
    } catch (error) {
      if (error instanceof NoAnswerError || hasCode(error, 'unavailable', 'defect', 'unknown_outcome')) {
        step({ type: 'no_answer' });
        return;
      }
      // A conversation that was made for a refused message is taken away again; the next try makes its own.
      const empty = shell.current.id;
      shell.current = { clientId: null, id: null };
      if (empty !== null) void api.call('deleteConversation', { params: { id: empty } }).catch(() => undefined);
      const failure = failureOf(error);
      step({ type: 'refused', title: failure.title, detail: failure.detail });
      store({ ...draft, clientMessageId: null }, to);
    }
  }, [onSent, store]);

  const choices = useComposerActions(state.draft, change, catalogue);
  const actions = useMemo(
    () => ({
      change,
      setReaders: (next: Audience) => {
        setReadersState(next);
        shell.current = { clientId: null, id: null };
        store(latest.current.state.draft, next);
      },
      clearTarget: () => undefined,
      withdraw: () => step({ type: 'withdrawn' }),
    }),
    [change, store],
  );
  const audience =
    readers.kind === 'workspace' ? `everyone in ${workspaceName}` : readers.kind === 'private' ? 'only you' : 'the people you chose';
  return { ...choices, ...actions, state, send, catalogue, readers, audience, refusal: null, closed: false, conversationId: null };
}
