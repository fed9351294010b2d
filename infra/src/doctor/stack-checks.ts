import { createClient } from '@parley/client';
import postgres from 'postgres';
import { readMigrations } from '../start/checks';
import type { LocalState } from '../state/state-folder';
import { bad, type Check, good } from './check';
import { checkClocks, httpClock } from './clock-check';
import { checkHealth } from './health-check';
import { temporalClock } from './temporal-checks';

const lagLimitSeconds = 10;
const wantedPostgres = 18;

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
        const detail = `PostgreSQL ${row?.version ?? '?'}, migrations complete`;
        return Number.parseInt(row?.version ?? '0', 10) >= wantedPostgres
          ? good(detail)
          : bad(detail, `Upgrade the server to PostgreSQL ${wantedPostgres}: Parley is made for it.`);
      },
    },
    {
      name: 'Clocks',
      run: () =>
        checkClocks([
          {
            name: 'database',
            read: async () => {
              const [row] = await query((sql) => sql<{ now: Date }[]>`select clock_timestamp() as now`);
              return { at: row?.now.getTime() ?? NaN, roundedMs: 0 };
            },
          },
          temporalClock({ address: state.temporalAddress, namespace: state.temporalNamespace }),
          httpClock('API', `${state.apiUrl}/healthz`),
          httpClock('orchestrator', `${state.health.orchestrator}/healthz`),
          httpClock('host', `${state.health.host}/healthz`),
        ]),
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
        const detail = items
          .map((host) =>
            host.online
              ? `${host.name} online, ${host.running} of ${host.capacity} turns, ${host.repositories.length} repositories`
              : `${host.name} offline since ${host.offlineSince?.slice(0, 16).replace('T', ' ') ?? 'ever'}`,
          )
          .join('; ');
        return online.length === items.length
          ? good(detail)
          : bad(
              detail,
              'Start the worker on the machine that is offline: its turns wait. See .parley/logs/host.log for the one of this machine.',
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
      name: 'Sandbox',
      run: async () => {
        const { items } = await client.call('listRuntimes');
        const detail = items.map(({ name, enforced }) => `${name}: ${enforced.level}, ${enforced.detail}`).join(' · ');
        const instructed = items.filter(({ enforced }) => enforced.level === 'instructed');
        return instructed.length === 0
          ? good(detail || 'no runtime')
          : bad(
              detail,
              'Nothing but their instructions keeps such agents from writing: their turns are refused unless HOST_ALLOW_INSTRUCTED names them.',
            );
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
