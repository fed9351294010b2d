import { limits } from '../limits';
import { refuse } from './refusal';
import type { PlannedRef, SendFacts, SendRequest } from './send-facts';

/** The references of a send: known, at most eight; the first three are readable roots, the others are only named to the agents. */
export function planRefs(
  facts: Pick<SendFacts, 'repositories' | 'hosts'>,
  request: Pick<SendRequest, 'contextRefs' | 'policy'>,
): { refs: PlannedRef[]; notes: string[] } {
  const ids = [...new Set(request.contextRefs.map((ref) => ref.id))];
  if (ids.length > limits.contextRefs) refuse('context_invalid', `At most ${limits.contextRefs} sources can be selected.`, 'contextRefs');
  const refs = ids.map((id, index): PlannedRef => {
    const path = `contextRefs.${index}`;
    const repository = facts.repositories.find((r) => r.id === id) ?? refuse('context_invalid', 'There is no such repository.', path);
    const access = index < limits.contextRoots ? 'filesystem_read' : 'metadata_only';
    if (request.policy !== 'note' && access === 'filesystem_read') checkAvailable(facts, repository, path);
    return { kind: 'repository', id, label: repository.label, access };
  });
  const named = refs.filter((ref) => ref.access === 'metadata_only');
  return {
    refs,
    notes: named.map((ref) => `${ref.label} is only named to the agents: at most ${limits.contextRoots} repositories can be read at once.`),
  };
}

/** A repository that some host has but none can read now is a refusal with the host's own reason; one whose hosts are all away is a matter of waiting. */
function checkAvailable(facts: Pick<SendFacts, 'hosts'>, repository: { id: string; label: string }, path: string): void {
  const seen = facts.hosts.flatMap((host) =>
    host.repositories.filter((r) => r.id === repository.id).map((r) => ({ ...r, host: host.name })),
  );
  if (seen.length === 0) refuse('host_missing', `No host has the repository ${repository.label}.`, path);
  if (seen.some((r) => r.available)) return;
  const [first] = seen;
  refuse(
    'context_invalid',
    `${repository.label} cannot be read on ${first?.host ?? 'its host'}${first?.reason ? `: ${first.reason}` : '.'}`,
    path,
  );
}
