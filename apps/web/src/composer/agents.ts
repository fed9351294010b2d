import type { Participant, Policy, Profile, ProfileRole, Runtime } from '../api/types';
import type { ChosenAgent } from './draft-state';

export interface Catalogue {
  profiles: readonly Profile[];
  runtimes: readonly Runtime[];
  participants: readonly Participant[];
}
export type Choice = Pick<ChosenAgent, 'runtimeId' | 'modelId' | 'effort'>;

const roster: Record<Policy, readonly ProfileRole[]> = {
  note: [],
  direct: ['lead'],
  panel: ['lead', 'skeptic', 'verifier'],
  team: ['lead', 'skeptic', 'verifier'],
};

const exists = (choice: Choice, runtimes: readonly Runtime[]): boolean =>
  runtimes.some((runtime) => runtime.id === choice.runtimeId && runtime.models.some((model) => model.id === choice.modelId));

/** Who runs an agent at first: as last time in this conversation, as last chosen in this browser, else the first runtime that is ready. */
export function firstChoice(profileId: string, { runtimes, participants }: Catalogue, remembered: Choice | null): Choice | null {
  const participant = participants.find((one) => one.profileId === profileId);
  if (participant !== undefined && exists(participant, runtimes))
    return { runtimeId: participant.runtimeId, modelId: participant.modelId, effort: participant.effort };
  if (remembered !== null && exists(remembered, runtimes)) return remembered;
  const runtime = runtimes.find(({ ready, models }) => ready && models.length > 0) ?? runtimes.find(({ models }) => models.length > 0);
  const model = runtime?.models[0];
  return runtime === undefined || model === undefined ? null : { runtimeId: runtime.id, modelId: model.id, effort: null };
}

export function agentOf(profile: Profile, choice: Choice | null): ChosenAgent {
  return {
    profileId: profile.id,
    name: profile.name,
    role: profile.role,
    runtimeId: choice?.runtimeId ?? '',
    modelId: choice?.modelId ?? '',
    effort: choice?.effort ?? null,
  };
}

/** The agents that a mode starts with. Those who were chosen stay with their choice; the rest of the roster is filled in. */
export function agentsFor(
  policy: Policy,
  current: readonly ChosenAgent[],
  catalogue: Catalogue,
  remembered: (profileId: string) => Choice | null,
): ChosenAgent[] {
  if (policy === 'note') return [...current];
  const byRole = (role: ProfileRole): ChosenAgent[] => {
    const chosen = current.find((agent) => agent.role === role);
    if (chosen !== undefined) return [chosen];
    const profile = catalogue.profiles.find((one) => one.role === role);
    return profile === undefined ? [] : [agentOf(profile, firstChoice(profile.id, catalogue, remembered(profile.id)))];
  };
  if (policy === 'direct') return current[0] === undefined ? byRole('lead') : [current[0]];
  if (policy === 'panel' && current.length >= 2) return current.slice(0, 3);
  return roster[policy].flatMap(byRole);
}

/** An agent that was mentioned joins: in Direct it answers instead, in a Panel it is added, a note becomes a question to it. */
export function withMentioned(
  policy: Policy,
  current: readonly ChosenAgent[],
  mentioned: ChosenAgent,
): { policy: Policy; agents: ChosenAgent[] } {
  if (policy === 'note' || policy === 'direct') return { policy: 'direct', agents: [mentioned] };
  if (current.some((agent) => agent.profileId === mentioned.profileId) || policy === 'team') return { policy, agents: [...current] };
  return { policy, agents: [...current, mentioned].slice(-3) };
}

/** What an agent needs before it can be asked; null when it can. */
export function agentTrouble(agent: ChosenAgent, runtimes: readonly Runtime[]): string | null {
  const runtime = runtimes.find(({ id }) => id === agent.runtimeId);
  if (agent.runtimeId === '') return runtimes.length === 0 ? 'No host with an agent runtime is connected yet.' : 'Choose who runs it.';
  if (runtime === undefined) return 'Its runtime is not offered by any host now.';
  return runtime.ready ? null : (runtime.reason ?? `${runtime.name} is not ready.`);
}
