import type { Repository } from './repository';

/** How a place is cited: `path:line`, with the repository in front when several are mentioned. */
export function cite(repositories: readonly Repository[], repository: Repository, path: string, line: number | null): string {
  const place = line === null ? path : `${path}:${line}`;
  return `\`${repositories.length > 1 ? `${repository.label}/${place}` : place}\``;
}
