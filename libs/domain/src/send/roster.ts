import { limits } from '../limits';
import { refuse } from './refusal';
import type { ParticipantFact, ProfileFact, ResponderChoice, SendFacts, SendRequest } from './send-facts';

export const teamProfileIds = ['prf_builtin_lead', 'prf_builtin_skeptic', 'prf_builtin_verifier'] as const;

/** One chosen agent: who it is here, and what it shall run on. */
export interface RosterEntry {
  choice: ResponderChoice;
  profile: ProfileFact;
  participant: ParticipantFact | null;
  path: string;
}

/** The agents of the send, in the order of the wave: as chosen, Team always as Lead, Skeptic, Verifier. */
export function resolveRoster(facts: SendFacts, request: SendRequest): RosterEntry[] {
  checkCount(request);
  const roster = request.responders.map((choice, index) => resolve(facts, choice, `responders.${index}`));
  const ids = roster.map((entry) => entry.profile.id);
  if (new Set(ids).size < ids.length) refuse('responders_invalid', 'Each agent can be chosen only once.', 'responders');
  if (request.policy !== 'team') return roster;
  return teamProfileIds.map(
    (id) =>
      roster.find((entry) => entry.profile.id === id) ??
      refuse('responders_invalid', 'A Team is Lead, Skeptic and Verifier, each exactly once.', 'responders'),
  );
}

function checkCount({ policy, responders }: SendRequest): void {
  const n = responders.length;
  switch (policy) {
    case 'note':
      if (n !== 0) refuse('responders_invalid', 'A note calls no agents.', 'responders');
      return;
    case 'direct':
      if (n !== 1) refuse('responders_invalid', 'Direct needs exactly one agent.', 'responders');
      return;
    case 'panel':
      if (n < 2 || n > limits.responders) refuse('responders_invalid', `A Panel needs two or ${limits.responders} agents.`, 'responders');
      return;
    case 'team':
      if (n !== teamProfileIds.length)
        refuse('responders_invalid', 'A Team is Lead, Skeptic and Verifier, each exactly once.', 'responders');
  }
}

function resolve(facts: SendFacts, choice: ResponderChoice, path: string): RosterEntry {
  const byParticipant = choice.participantId === undefined ? undefined : facts.participants.find((p) => p.id === choice.participantId);
  if (choice.participantId !== undefined && byParticipant === undefined)
    refuse('responders_invalid', 'This agent is not part of this conversation.', path);
  const profileId = byParticipant?.profileId ?? choice.profileId;
  const profile = facts.profiles.find((p) => p.id === profileId) ?? refuse('responders_invalid', 'There is no such agent.', path);
  // One participant per profile: naming the profile again goes on with the one that is there.
  const participant = byParticipant ?? facts.participants.find((p) => p.profileId === profile.id) ?? null;
  return { choice, profile, participant, path };
}
