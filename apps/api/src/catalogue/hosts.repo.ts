import { type RuntimeReport } from '@parley/contracts';
import { limits } from '@parley/domain';
import type { Reader } from '../database/database';

export interface HostState {
  id: string;
  name: string;
  /** Heard of within `limits.hostStaleMs`. */
  online: boolean;
  seenAt: Date | null;
  capacity: number;
  running: number;
  platform: string;
  version: string;
  runtimes: RuntimeReport[];
}

export async function readHosts(reader: Reader, now: Date): Promise<HostState[]> {
  const rows = await reader.selectFrom('parley.host').selectAll().orderBy('name').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    online: row.seen_at !== null && now.getTime() - row.seen_at.getTime() <= limits.hostStaleMs,
    seenAt: row.seen_at,
    capacity: row.capacity,
    running: row.running,
    platform: row.platform,
    version: row.version,
    runtimes: row.runtimes as unknown as RuntimeReport[],
  }));
}

export interface RepositoryOnHost {
  hostId: string;
  repositoryId: string;
  branch: string | null;
  headSha: string | null;
  available: boolean;
  reason: string | null;
  seenAt: Date;
}

export async function readRepositories(reader: Reader): Promise<{ id: string; label: string; places: RepositoryOnHost[] }[]> {
  const [repositories, places] = await Promise.all([
    reader.selectFrom('parley.repository').select(['id', 'label']).orderBy('label').orderBy('id').execute(),
    reader
      .selectFrom('parley.host_repository')
      .select(['host_id', 'repository_id', 'branch', 'head_sha', 'available', 'reason', 'seen_at'])
      .orderBy('seen_at', 'desc')
      .execute(),
  ]);
  return repositories.map((repository) => ({
    ...repository,
    places: places
      .filter((place) => place.repository_id === repository.id)
      .map((place) => ({
        hostId: place.host_id,
        repositoryId: place.repository_id,
        branch: place.branch,
        headSha: place.head_sha,
        available: place.available,
        reason: place.reason,
        seenAt: place.seen_at,
      })),
  }));
}
