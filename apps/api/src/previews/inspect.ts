import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../app/services';

const waitMs = 1_000;
const lookEveryMs = 50;

export interface Inspected {
  repositoryId: string;
  branch: string | null;
  headSha: string | null;
  available: boolean;
  edited: number | null;
  untracked: number | null;
  generation: string | null;
}

/**
 * Git evidence of this moment for a preview: the host is asked through the inspection it keeps open, and has a second. A host that does not answer
 * leaves its last report, at most ten seconds old; if the repository has changed since, the gate of the wave finds it.
 */
export async function inspect(services: Services, hostId: string, repositoryIds: readonly string[]): Promise<Inspected[]> {
  if (repositoryIds.length === 0) return [];
  const listening = await services.db
    .selectFrom('parley.host')
    .select('id')
    .where('id', '=', hostId)
    .where('inspects_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const { at } = await services.db
    .updateTable('parley.host_repository')
    .set({ inspect_requested_at: sql<Date>`now()` })
    .where('host_id', '=', hostId)
    .where('repository_id', 'in', [...repositoryIds])
    .returning('inspect_requested_at as at')
    .executeTakeFirstOrThrow();
  services.doorbell.ring('inspect', hostId);
  const until = listening ? performance.now() + waitMs : 0;
  for (;;) {
    const rows = await services.db
      .selectFrom('parley.host_repository')
      .selectAll()
      .where('host_id', '=', hostId)
      .where('repository_id', 'in', [...repositoryIds])
      .execute();
    const fresh = rows.every((row) => row.inspected_at !== null && at !== null && row.inspected_at >= at);
    if (fresh || performance.now() >= until) {
      return rows.map((row) => ({
        repositoryId: row.repository_id,
        branch: row.branch,
        headSha: row.head_sha,
        available: row.available,
        edited: row.edited,
        untracked: row.untracked,
        generation: row.generation,
      }));
    }
    await sleep(lookEveryMs);
  }
}
