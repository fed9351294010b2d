import { createClient } from '@parley/client';
import postgres from 'postgres';
import { readMigrations } from '../start/checks';
import type { LocalState } from '../state/state-folder';
import { bad, type Check, type Finding, good } from './check';

const lagLimitSeconds = 10;
const clockLimitMs = 2000;

async function checkHealth(url: string, log: string): Promise<Finding> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (!response) return bad(`nothing answers at ${url}`, `Read .parley/logs/${log}.log, and start again with \`npm start\`.`);
  if (response.ok) return good('ready');
  const { missing = [] } = (await response.json().catch(() => ({}))) as { missing?: (string | { name: string; reason: string })[] };
  const names = missing.map((part) => (typeof part === 'string' ? part : `${part.name} ${part.reason}`)).join(', ');
  return bad(`not ready: ${names || `status ${response.status}`}`, `Read .parley/logs/${log}.log.`);
}

/** What a running stack must be able to do. */
export function stackChecks(state: LocalState): Check[] {
  const client = createClient({ baseUrl: state.apiUrl, headers: { authorization: `Bearer ${state.apiKey}` } });
  const query = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const sql = postgres(state.databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => undefined });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 2 });
    }
  };
  return [
    {
      name: 'Database',
      run: async () => {
        const [row] = await query((sql) => sql<{ version: string }[]>`select current_setting('server_version') as version`);
        const { missing, unknown } = await readMigrations(state.databaseUrl);
        if (unknown.length > 0) return bad(`belongs to a newer version (${unknown.join(', ')})`, 'Update this checkout.');
        if (missing.length > 0) return bad(`lacks ${missing.join(', ')}`, 'Start again with `npm start`: it migrates.');
        return good(`PostgreSQL ${row?.version ?? '?'}, migrations complete`);
      },
    },
    {
      name: 'Clock',
      run: async () => {
        const before = Date.now();
        const [row] = await query((sql) => sql<{ now: Date }[]>`select clock_timestamp() as now`);
        const apart = Math.max(0, before - (row?.now.getTime() ?? 0), (row?.now.getTime() ?? 0) - Date.now());
        return apart <= clockLimitMs
          ? good(`database and this machine are ${apart} ms apart`)
          : bad(
              `database and this machine are ${(apart / 1000).toFixed(1)} s apart`,
              'Set both clocks by NTP: deadlines and sign-in links depend on them.',
            );
      },
    },
    { name: 'API', run: () => checkHealth(`${state.apiUrl}/readyz`, 'api') },
    { name: 'Orchestrator', run: () => checkHealth(`${state.health.orchestrator}/readyz`, 'orchestrator') },
    { name: 'Host worker', run: () => checkHealth(`${state.health.host}/readyz`, 'host') },
    { name: 'Web app', run: () => checkHealth(`${state.webUrl}/healthz`, 'web') },
    {
      name: 'Hosts',
      run: async () => {
        const { items } = await client.call('listHosts');
        const online = items.filter((host) => host.online);
        if (online.length === 0)
          return bad(
            items.length === 0 ? 'none has registered' : 'none is online',
            'Read .parley/logs/host.log: no turn can run without a host.',
          );
        return good(
          online
            .map((host) => `${host.name} online, ${host.running} of ${host.capacity} turns, ${host.repositories.length} repositories`)
            .join('; '),
        );
      },
    },
    {
      name: 'Agent runtimes',
      run: async () => {
        const { items } = await client.call('listRuntimes');
        const ready = items.filter((runtime) => runtime.ready && runtime.hosts.some((host) => host.online && host.ready));
        const others = items
          .filter((runtime) => !ready.includes(runtime))
          .map((runtime) => `${runtime.name} is not ready (${runtime.reason ?? 'no host'})`);
        if (ready.length === 0)
          return bad(
            others.join('; ') || 'none was reported',
            'Read .parley/logs/host.log, or configure an endpoint (OPENAI_COMPATIBLE_BASE_URL).',
          );
        return good([`ready: ${ready.map((runtime) => runtime.name).join(', ')}`, ...others].join('; '));
      },
    },
    {
      name: 'Relay',
      run: async () => {
        const [row] = await query(
          (sql) =>
            sql<
              { waiting: number; seconds: number }[]
            >`select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float as seconds from parley.outbox where delivered_at is null`,
        );
        const { waiting = 0, seconds = 0 } = row ?? {};
        const detail = waiting === 0 ? 'nothing waits' : `${waiting} messages wait for Temporal, the oldest for ${seconds.toFixed(1)} s`;
        return seconds <= lagLimitSeconds
          ? good(detail)
          : bad(detail, 'Look for "relay" in .parley/logs/api.log: waves start only when it delivers.');
      },
    },
  ];
}
