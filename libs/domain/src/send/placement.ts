import { refuse } from './refusal';
import type { RosterEntry } from './roster';
import type { HostFact, PlannedRef, RuntimeFact, SendFacts } from './send-facts';

export interface Place {
  host: HostFact;
  /** By position of the roster. */
  runtimes: RuntimeFact[];
}

/**
 * The host that runs the whole wave: it must have every root and every chosen runtime. One that is online and ready wins; else one that had
 * all of them when it was last seen, and the wave waits for it. What is missing is refused by name.
 */
export function choosePlace(facts: Pick<SendFacts, 'hosts'>, roster: readonly RosterEntry[], roots: readonly PlannedRef[]): Place {
  for (const entry of roster) checkRuntimeKnown(facts.hosts, entry);
  const withRoots = facts.hosts.filter((host) => roots.every((root) => readable(host, root.id)));
  if (withRoots.length === 0) refuse('host_missing', missingRoots(facts.hosts, roots), 'contextRefs');
  const withAll = withRoots.filter((host) => roster.every((entry) => runtimeOf(host, entry.choice.runtimeId) !== undefined));
  if (withAll.length === 0) refuse('host_missing', missingRuntimes(withRoots, roster, roots), 'responders');
  const online = withAll.filter((host) => host.online);
  const usable = online.find((host) => roster.every((entry) => problemOf(host, entry) === undefined));
  const chosen = usable ?? waitable(online, withAll, roster);
  return {
    host: chosen,
    runtimes: roster.map(
      (entry) => runtimeOf(chosen, entry.choice.runtimeId) ?? refuse('runtime_unavailable', 'This runtime is not there.', entry.path),
    ),
  };
}

/** Nobody waits for a host that is there and cannot do it: its reason is told now. Only absence is waited for. */
function waitable(online: readonly HostFact[], withAll: readonly HostFact[], roster: readonly RosterEntry[]): HostFact {
  const away = withAll.find((host) => !host.online && roster.every((entry) => problemOf(host, entry) === undefined));
  const [here] = online;
  const [any] = withAll;
  if (here === undefined && away !== undefined) return away;
  const host = here ?? any;
  const problem = host === undefined ? undefined : roster.map((entry) => problemOf(host, entry)).find((p) => p !== undefined);
  return refuse(problem?.code ?? 'runtime_unavailable', problem?.detail ?? 'No host can run this now.', problem?.path);
}

interface Problem {
  code: 'runtime_unavailable' | 'model_unavailable' | 'participant_drift';
  detail: string;
  path: string;
}

/** Why this host cannot run this agent as chosen; an unchanged participant that no longer fits has drifted, and is never rerouted. */
function problemOf(host: HostFact, { choice, participant, profile, path }: RosterEntry): Problem | undefined {
  const runtime = runtimeOf(host, choice.runtimeId);
  if (runtime === undefined) return { code: 'runtime_unavailable', detail: `${host.name} has no runtime ${choice.runtimeId}.`, path };
  if (!runtime.ready)
    return {
      code: 'runtime_unavailable',
      detail: `${runtime.name} is not ready on ${host.name}${runtime.reason === null ? '.' : `: ${runtime.reason}`}`,
      path,
    };
  const drifted =
    participant !== null &&
    participant.runtimeId === choice.runtimeId &&
    participant.modelId === choice.modelId &&
    participant.effort === (choice.effort ?? participant.effort);
  const code = drifted ? 'participant_drift' : 'model_unavailable';
  const before = drifted ? `${participant.name} was set to ` : '';
  const model = runtime.models.find((m) => m.id === choice.modelId);
  if (model === undefined)
    return {
      code,
      detail: `${before}${choice.modelId}${drifted ? ', which' : ''} is not offered by ${runtime.name} on ${host.name} now. Choose another model for ${profile.name}.`,
      path,
    };
  const effort = choice.effort ?? (drifted ? participant.effort : null);
  if (effort !== null && !model.efforts.includes(effort))
    return {
      code,
      detail: `${before}${choice.modelId} with effort ${effort}${drifted ? ', which' : ''} is not offered on ${host.name} now. Choose another effort for ${profile.name}.`,
      path,
    };
  return undefined;
}

const runtimeOf = (host: HostFact, runtimeId: string): RuntimeFact | undefined => host.runtimes.find((runtime) => runtime.id === runtimeId);
const readable = (host: HostFact, repositoryId: string): boolean => host.repositories.some((r) => r.id === repositoryId && r.available);

function checkRuntimeKnown(hosts: readonly HostFact[], entry: RosterEntry): void {
  if (hosts.some((host) => runtimeOf(host, entry.choice.runtimeId) !== undefined)) return;
  refuse('runtime_unavailable', `No host has the runtime ${entry.choice.runtimeId}.`, entry.path);
}

function missingRoots(hosts: readonly HostFact[], roots: readonly PlannedRef[]): string {
  if (roots.length === 0) return 'No host has ever been connected.';
  const where = roots.map((root) => `${root.label} on ${names(hosts.filter((host) => readable(host, root.id)))}`);
  return `No host has all selected repositories: ${where.join(', ')}.`;
}

function missingRuntimes(hosts: readonly HostFact[], roster: readonly RosterEntry[], roots: readonly PlannedRef[]): string {
  const wanted = [...new Set(roster.map((entry) => entry.choice.runtimeId))];
  const missing = hosts.map((host) => `${host.name} lacks ${wanted.filter((id) => runtimeOf(host, id) === undefined).join(', ')}`);
  const what = roots.length === 0 ? 'No host has all chosen runtimes' : 'No host with the selected repositories has all chosen runtimes';
  return `${what}: ${missing.join('; ')}.`;
}

const names = (hosts: readonly HostFact[]): string => (hosts.length === 0 ? 'no host' : hosts.map((host) => host.name).join(' and '));
