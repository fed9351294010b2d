import type { ContextRef, Policy, ProfileRole } from '../api/types';

export interface ChosenAgent {
  profileId: string;
  name: string;
  role: ProfileRole;
  runtimeId: string;
  modelId: string;
  effort: string | null;
}
/** A message that is answered or corrected, as the strip above the text names it. */
export interface Target {
  id: string;
  author: string;
  words: string;
}
export interface ComposerDraft {
  body: string;
  policy: Policy;
  agents: ChosenAgent[];
  replyTo: Target | null;
  supersedes: Target | null;
  contextRefs: ContextRef[];
  /** The id of the send that is being tried; set and stored before the first try, so that a repetition can never post twice. */
  clientMessageId: string | null;
}
export const emptyDraft: ComposerDraft = {
  body: '',
  policy: 'direct',
  agents: [],
  replyTo: null,
  supersedes: null,
  contextRefs: [],
  clientMessageId: null,
};

/**
 * `sending`: a try is under way. `unanswered`: no answer came, so the message may or may not be there; its text is locked, because the same
 * id with another text would be refused, and a new id could post it twice. `refused`: nothing was written, the text can be changed.
 */
export type SendPhase =
  | { kind: 'editing' }
  | { kind: 'sending'; tries: number }
  | { kind: 'unanswered'; tries: number }
  | { kind: 'refused'; title: string; detail: string };
export interface ComposerState {
  draft: ComposerDraft;
  phase: SendPhase;
}

export type ComposerEvent =
  | { type: 'loaded'; draft: ComposerDraft }
  | { type: 'changed'; change: Partial<Omit<ComposerDraft, 'clientMessageId'>> }
  | { type: 'sent'; clientMessageId: string }
  | { type: 'accepted' }
  | { type: 'no_answer' }
  | { type: 'refused'; title: string; detail: string }
  | { type: 'withdrawn' };

export const isLocked = ({ phase }: ComposerState): boolean => phase.kind === 'sending' || phase.kind === 'unanswered';

/** Every step of writing and sending a message. */
export function composerStep(state: ComposerState, event: ComposerEvent): ComposerState {
  switch (event.type) {
    case 'loaded':
      return { draft: event.draft, phase: event.draft.clientMessageId === null ? { kind: 'editing' } : { kind: 'unanswered', tries: 0 } };
    case 'changed':
      if (isLocked(state)) return state;
      return { draft: { ...state.draft, ...event.change, clientMessageId: null }, phase: { kind: 'editing' } };
    case 'sent':
      if (state.phase.kind === 'sending') return state;
      return {
        draft: { ...state.draft, clientMessageId: event.clientMessageId },
        phase: { kind: 'sending', tries: state.phase.kind === 'unanswered' ? state.phase.tries + 1 : 1 },
      };
    case 'accepted':
      return {
        draft: { ...emptyDraft, policy: state.draft.policy, agents: state.draft.agents, contextRefs: state.draft.contextRefs },
        phase: { kind: 'editing' },
      };
    case 'no_answer':
      return state.phase.kind === 'sending' ? { ...state, phase: { kind: 'unanswered', tries: state.phase.tries } } : state;
    case 'refused':
      return { draft: { ...state.draft, clientMessageId: null }, phase: { kind: 'refused', title: event.title, detail: event.detail } };
    case 'withdrawn':
      return { draft: { ...state.draft, clientMessageId: null }, phase: { kind: 'editing' } };
  }
}

export const isBlank = (draft: ComposerDraft): boolean => draft.body.trim() === '';
/** Nothing worth keeping: mode, agents and sources are remembered without a draft. */
export const isEmpty = (draft: ComposerDraft): boolean => draft.body === '' && draft.replyTo === null && draft.supersedes === null;
