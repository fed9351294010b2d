import type { CallInput } from '@parley/client';
import type { Draft, Participant, Profile, Responder, SendBody } from '../api/types';
import type { ChosenAgent, ComposerDraft, Target } from './draft-state';

const responderOf = (agent: ChosenAgent): Responder => ({
  profileId: agent.profileId,
  runtimeId: agent.runtimeId,
  modelId: agent.modelId,
  ...(agent.effort === null ? {} : { effort: agent.effort }),
});

const common = (draft: ComposerDraft) => ({
  body: draft.body,
  policy: draft.policy,
  responders: draft.policy === 'note' ? [] : draft.agents.map(responderOf),
  contextRefs: draft.contextRefs.map(({ kind, id }) => ({ kind, id })),
});

export const sendBodyOf = (draft: ComposerDraft, clientMessageId: string, previewFingerprint: string | undefined): SendBody => ({
  clientMessageId,
  ...common(draft),
  ...(draft.replyTo === null ? {} : { replyTo: draft.replyTo.id }),
  ...(draft.supersedes === null ? {} : { supersedes: draft.supersedes.id }),
  ...(previewFingerprint === undefined ? {} : { previewFingerprint }),
});

export const previewBodyOf = (draft: ComposerDraft, conversationId: string): CallInput<'createPreview'>['body'] => ({
  conversationId,
  ...common(draft),
  ...(draft.replyTo === null ? {} : { replyTo: draft.replyTo.id }),
  ...(draft.supersedes === null ? {} : { supersedes: draft.supersedes.id }),
});

export const draftBodyOf = (draft: ComposerDraft): CallInput<'putDraft'>['body'] => ({
  ...common(draft),
  responders: draft.agents.map(responderOf),
  replyTo: draft.replyTo?.id ?? null,
  supersedes: draft.supersedes?.id ?? null,
  clientMessageId: draft.clientMessageId,
});

/** A stored draft, with the names that the screen needs. Agents and messages that are gone are left out. */
export function draftFromWire(
  stored: Draft,
  names: { profiles: readonly Profile[]; participants: readonly Participant[]; target: (messageId: string) => Target | null },
): ComposerDraft {
  const agents = stored.responders.flatMap((responder) => {
    const profileId = responder.profileId ?? names.participants.find(({ id }) => id === responder.participantId)?.profileId;
    const profile = names.profiles.find(({ id }) => id === profileId);
    return profile === undefined
      ? []
      : [
          {
            profileId: profile.id,
            name: profile.name,
            role: profile.role,
            runtimeId: responder.runtimeId,
            modelId: responder.modelId,
            effort: responder.effort ?? null,
          },
        ];
  });
  return {
    body: stored.body,
    policy: stored.policy,
    agents,
    replyTo: stored.replyTo === null ? null : names.target(stored.replyTo),
    supersedes: stored.supersedes === null ? null : names.target(stored.supersedes),
    contextRefs: stored.contextRefs,
    clientMessageId: stored.clientMessageId,
  };
}
