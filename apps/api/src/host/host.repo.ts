import type { HostReportAccepted, ReportHost } from '@parley/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Reader, Trx } from '../database/database';
import { newId } from '../database/ids';
import { jsonb } from '../database/json';

type Report = z.output<typeof ReportHost>;
type RepositoryReport = Report['repositories'][number];

/** A host is its name; a new token or a new machine under the same name is the same host. */
export async function saveHost(
  db: Reader,
  host: { name: string; tokenHash: string; platform: string; version: string; capacity: number },
): Promise<string> {
  const values = {
    token_hash: host.tokenHash,
    platform: host.platform,
    version: host.version,
    capacity: host.capacity,
    seen_at: sql<Date>`now()`,
  };
  const row = await db
    .insertInto('parley.host')
    .values({ id: newId('host', new Date()), name: host.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function saveReport(trx: Trx, hostId: string, report: Report): Promise<z.output<typeof HostReportAccepted>> {
  await trx
    .updateTable('parley.host')
    .set({ runtimes: jsonb(report.runtimes), capacity: report.capacity, running: report.running, seen_at: sql<Date>`now()` })
    .where('id', '=', hostId)
    .execute();
  const repositories: { key: string; id: string }[] = [];
  // In the order of the keys, so that two hosts that report the same repositories at once cannot deadlock.
  for (const reported of [...report.repositories].sort((a, b) => (a.key < b.key ? -1 : 1)))
    repositories.push({ key: reported.key, id: await saveRepository(trx, hostId, reported) });
  await trx
    .updateTable('parley.host_repository')
    .set({ available: false, reason: 'This host no longer offers it.', generation: null })
    .where('host_id', '=', hostId)
    .$if(repositories.length > 0, (query) =>
      query.where(
        'repository_id',
        'not in',
        repositories.map((repository) => repository.id),
      ),
    )
    .execute();
  return { repositories };
}

async function saveRepository(trx: Trx, hostId: string, reported: RepositoryReport): Promise<string> {
  const existing = await trx.selectFrom('parley.repository').select(['id', 'label']).where('key', '=', reported.key).executeTakeFirst();
  const repository =
    existing ??
    (await trx
      .insertInto('parley.repository')
      .values({ id: newId('repository', new Date()), key: reported.key, label: reported.label })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ label: reported.label }))
      .returning(['id', 'label'])
      .executeTakeFirstOrThrow());
  if (repository.label !== reported.label)
    await trx.updateTable('parley.repository').set({ label: reported.label }).where('id', '=', repository.id).execute();
  const values = {
    branch: reported.branch,
    head_sha: reported.headSha,
    available: reported.available,
    reason: reported.reason,
    edited: reported.edited,
    untracked: reported.untracked,
    generation: reported.generation,
    seen_at: sql<Date>`now()`,
    ...(reported.generation !== null || !reported.available ? { inspected_at: sql<Date>`now()` } : {}),
  };
  await trx
    .insertInto('parley.host_repository')
    .values({ host_id: hostId, repository_id: repository.id, ...values })
    .onConflict((conflict) => conflict.columns(['host_id', 'repository_id']).doUpdateSet(values))
    .execute();
  return repository.id;
}

/** Repositories of which a preview wants to know the state of this moment. */
export async function wantedInspections(db: Reader, hostId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('parley.host_repository')
    .select('repository_id')
    .where('host_id', '=', hostId)
    .where('available', '=', true)
    // An old request is not worth an answer: its preview went on without.
    .where('inspect_requested_at', '>', sql<Date>`now() - interval '5 seconds'`)
    .where((eb) => eb.or([eb('inspected_at', 'is', null), eb('inspected_at', '<', eb.ref('inspect_requested_at'))]))
    .execute();
  return rows.map((row) => row.repository_id);
}

/** A host that keeps an inspection open is worth waiting for; the margin is its way back with the next one. */
export async function keepsAsking(db: Reader, hostId: string, waitMs: number): Promise<void> {
  await db
    .updateTable('parley.host')
    .set({ inspects_until: sql<Date>`now() + make_interval(secs => ${waitMs / 1000 + 2})` })
    .where('id', '=', hostId)
    .execute();
}
