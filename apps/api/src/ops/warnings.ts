import type { Client } from '@temporalio/client';
import { limits } from '@parley/domain';
import { queues } from '@parley/workflows';
import { sql } from 'kysely';
import { readHosts } from '../catalogue/hosts.repo';
import type { Services } from '../app/services';

const wantedPostgres = 18;
const lagNoticedMs = 10_000;
/** A worker asks for tasks at least once a minute; Temporal remembers it longer. */
const silentPollerMs = 90_000;
const workflowQueue = 1;

/** What keeps waves waiting although this process does its work, each with what to do. Names nobody: this is told without asking who wants to know. */
export function addWarnings({ db, readiness, now }: Pick<Services, 'db' | 'readiness' | 'now'>): void {
  readiness.addWarning('postgres', async () => {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db);
    const major = Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
    return major >= wantedPostgres ? null : `is version ${major}: Parley is made for ${wantedPostgres}, upgrade the server`;
  });
  readiness.addWarning('relay', async () => {
    const { rows } = await sql<{ count: number; ms: number | null }>`
      select count(*)::int as count, extract(epoch from clock_timestamp() - min(created_at)) * 1000 as ms
      from parley.outbox where delivered_at is null`.execute(db);
    const ms = Number(rows[0]?.ms ?? 0);
    if (ms <= lagNoticedMs) return null;
    return `has ${rows[0]?.count ?? 0} messages for Temporal that nobody delivers, the oldest for ${Math.round(ms / 1000)} s: see whether an API with the role relay runs and reaches Temporal`;
  });
  readiness.addWarning('hosts', async () => {
    const hosts = await readHosts(db, now());
    if (hosts.length === 0) return 'have not registered yet: no turn can run until one does, see the log of the host worker';
    const away = hosts.filter((host) => !host.online);
    if (away.length === 0) return null;
    const ids = away.map((host) => host.id).join(', ');
    return `are offline (${ids}; ${away.length} of ${hosts.length}), not heard of for ${limits.hostStaleMs / 1000} s: turns there wait, start the host worker or see its log`;
  });
}

/** Without an orchestrator every wave stands still, and nothing else would say why. */
export function addTemporalWarnings({ readiness }: Pick<Services, 'readiness'>, client: Client, namespace: string): void {
  readiness.addWarning('orchestrator', async () => {
    const { pollers } = await client.withDeadline(Date.now() + 1_500, () =>
      client.connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: queues.waves },
        taskQueueType: workflowQueue,
      }),
    );
    const seen = Math.max(0, ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000));
    if (Date.now() - seen <= silentPollerMs) return null;
    return `does not ask Temporal for work on the queue ${queues.waves}: no response goes on, start a worker with the role orchestrator`;
  });
}
