import type { AnswerOf } from '../http/call';
import type { HostState, RepositoryOnHost } from './hosts.repo';

type RepositoryView = AnswerOf<'listRepositories'>['items'][number];

/** A repository as it can be used now. The state shown is that of the host that can read it, else of the one that saw it last. */
export function repositoryView(
  repository: { id: string; label: string; places: RepositoryOnHost[] },
  hosts: readonly HostState[],
): RepositoryView {
  const places = repository.places.flatMap((place) => hosts.filter((host) => host.id === place.hostId).map((host) => ({ place, host })));
  const usable = places.find(({ place, host }) => place.available && host.online);
  const shown = usable ?? places[0];
  return {
    id: repository.id,
    label: repository.label,
    branch: shown?.place.branch ?? null,
    headSha: shown?.place.headSha ?? null,
    available: usable !== undefined,
    reason: usable ? null : reasonOf(shown),
    hosts: places.map(({ host }) => ({ id: host.id, name: host.name, online: host.online })),
    seenAt: (shown?.place.seenAt ?? new Date(0)).toISOString(),
  };
}

function reasonOf(shown: { place: RepositoryOnHost; host: HostState } | undefined): string {
  if (!shown) return 'No host has it.';
  return shown.host.online ? (shown.place.reason ?? 'It cannot be read.') : `Host ${shown.host.name} is offline.`;
}
