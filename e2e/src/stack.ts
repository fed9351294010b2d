import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@parley/client';
import { scriptedProviderPath } from '@parley/testing';
import { createDatabase } from './database';
import { type ManagedProcess, manageProcess, manageServer, repositoryRoot } from './process';
import { makeRepository, type TestRepository } from './repository';
import { describeReport, judge, type Silence, type SilenceReport, watchNothing, watchStack } from './silence/search-stack';

const run = promisify(execFile);

export interface StackOptions {
  repositories?: TestRepository[];
  /** False: no web process, for journeys that only use the API. */
  web?: boolean;
  /** Further variables of the host worker, for example OPENAI_COMPATIBLE_BASE_URL. */
  hostEnv?: Record<string, string>;
  apiEnv?: Record<string, string>;
  /** What stands between the host and the others: gets their addresses, gives the variables by which the host reaches them. */
  between?: (others: { apiUrl: string; temporalAddress: string }) => Promise<Record<string, string>>;
  /** Further variables of the API, the orchestrator and the host, for example NODE_OPTIONS. */
  env?: Record<string, string>;
  /** Puts something between the host and the API: gets the address of the API, gives the one that the host is told. */
  betweenHostAndApi?: (apiUrl: string) => Promise<string>;
  /** True: a PostgreSQL server of its own, so that it can be killed; it writes durably, as in production. */
  ownPostgres?: boolean;
  /**
   * Gets the report of what was found where it does not belong, instead of an error of `stop`; or 'print': one line about the search, and the error;
   * or 'off': nothing is watched or searched, for measurements, which the watching would disturb.
   */
  silence?: 'print' | 'off' | ((report: SilenceReport) => void);
}

export interface Stack {
  apiUrl: string;
  webUrl: string;
  temporalAddress: string;
  temporalUiUrl: string;
  databaseUrl: string;
  hostName: string;
  /** The owner's key and a client that uses it. */
  apiKey: string;
  client: Client;
  repository: TestRepository;
  folder: string;
  /** What the scripted provider did, a line per event: `<event> <jobId> <attempt> <role> <time>`. */
  scriptedLog: string;
  processes: {
    api: ManagedProcess;
    orchestrator: ManagedProcess;
    host: ManagedProcess;
    temporal: ManagedProcess;
    web: ManagedProcess | null;
    /** Null: the server is shared with other stacks. */
    postgres: ManagedProcess | null;
  };
  /** A fresh one-time sign-in link of the owner. */
  newLink(): Promise<string>;
  /** Something more that must be found nowhere but where it belongs, when the stack stops. */
  mustNotLeak: Silence['mustNotLeak'];
  /** An answer of 400 or more, as it came: problem documents are searched too. */
  refused: Silence['refused'];
  /** Stops everything, and fails when a secret or somebody's words are in a history, a log, a metric, a process list … */
  stop(): Promise<void>;
}

interface LocalAccess {
  apiKey: string;
  linkToken: string;
  ownerId: string;
}

/** The real processes from the built output, on random ports, with a Temporal server, a database and a Git repository of their own. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { freePort } = await import('../../tools/processes.mjs');
  const { temporalCli } = await import('../../tools/temporal-cli.mjs');
  const { startTemporal } = await import('../../tools/temporal-server.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'));
  const name = callerName();
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let silence: Silence | undefined;
  const stop = async (): Promise<void> => {
    const watched = silence;
    silence = undefined;
    const failed = await watched?.askProcesses().catch((error: Error) => error);
    let found: SilenceReport | undefined;
    const steps = undo.splice(0);
    if (watched) steps.splice(1, 0, async () => void (found = await watched.searchFiles()));
    for (const step of steps.reverse()) await step();
    if (failed) throw failed;
    if (found) report(found, options.silence);
  };
  try {
    const repositories = options.repositories ?? [makeRepository()];
    undo.push(() => repositories.forEach((repository) => repository.remove()));
    const [apiPort, webPort, uiPort, temporalPort, httpPort, metricsPort, orchestratorPort, hostPort] = (await Promise.all(
      Array.from({ length: 8 }, freePort),
    )) as [number, number, number, number, number, number, number, number];
    const postgres = options.ownPostgres ? await ownPostgres(folder) : null;
    if (postgres) undo.push(() => postgres.process.kill());
    const database = await createDatabase(postgres?.url);
    undo.push(database.drop);
    const cli = await temporalCli();
    const temporal = manageServer(join(folder, 'temporal.log'), (logFile) =>
      startTemporal({
        ...{ cli, port: temporalPort, uiPort, httpPort, metricsPort, logFile, dieWithParent: true },
        databaseFile: join(folder, 'temporal.db'),
      }),
    );
    undo.push(() => temporal.kill());
    await temporal.start();
    const temporalAddress = `127.0.0.1:${temporalPort}`;

    const [apiUrl, webUrl, temporalUiUrl] = [`http://127.0.0.1:${apiPort}`, `http://localhost:${webPort}`, `http://localhost:${uiPort}`];
    const [hostName, hostToken, authSecret] = ['test-host', randomBytes(24).toString('hex'), randomBytes(32).toString('hex')];
    const base = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      NODE_ENV: 'production',
      // Everything that can be logged is logged, and searched when the stack stops.
      LOG_LEVEL: 'debug',
      TEMPORAL_ADDRESS: temporalAddress,
    };
    const processEnv = { ...base, ...options.env };
    const apiEnv = {
      ...processEnv,
      ...{
        DATABASE_URL: database.url,
        API_PORT: String(apiPort),
        WEB_URL: webUrl,
        AUTH_SECRET: authSecret,
        HOST_TOKENS: `${hostName}=${hostToken}`,
        TEMPORAL_UI_URL: temporalUiUrl,
      },
      ...options.apiEnv,
    };
    const scriptedLog = join(folder, 'scripted.log');
    writeFileSync(scriptedLog, '');
    const stateDir = join(folder, 'host');
    mkdirSync(stateDir);
    const hostEnv = {
      ...processEnv,
      ...{
        WORKER_ROLES: 'host',
        API_URL: (await options.betweenHostAndApi?.(apiUrl)) ?? apiUrl,
        HOST_NAME: hostName,
        HOST_TOKEN: hostToken,
        HOST_STATE_DIR: stateDir,
        HOST_CAPACITY: '2',
        HEALTH_PORT: String(hostPort),
      },
      HOST_REPOSITORIES: repositories.map((repository) => `${repository.label}=${repository.path}`).join(delimiter),
      ...{ SCRIPTED_PROVIDER: scriptedProviderPath, SCRIPTED_LOG: scriptedLog },
      ...options.hostEnv,
      ...(await options.between?.({ apiUrl, temporalAddress })),
    };

    const script = async (file: string): Promise<string> =>
      (await run(process.execPath, [join(repositoryRoot, file)], { env: { ...apiEnv, NODE_OPTIONS: '' }, timeout: 60_000 })).stdout;
    const readAccess = async (): Promise<LocalAccess> => JSON.parse(await script('apps/api/dist/local-access.js')) as LocalAccess;
    const access = await readAccess();

    const api = manageProcess({ name: 'api', script: 'apps/api/dist/main.js', env: apiEnv, readyUrl: `${apiUrl}/readyz`, folder });
    const orchestrator = manageProcess({
      name: 'orchestrator',
      script: 'apps/worker/dist/main.js',
      env: { ...processEnv, WORKER_ROLES: 'orchestrator', HEALTH_PORT: String(orchestratorPort) },
      readyUrl: `http://127.0.0.1:${orchestratorPort}/readyz`,
      folder,
    });
    const host = manageProcess({
      name: 'host',
      script: 'apps/worker/dist/main.js',
      env: hostEnv,
      readyUrl: `http://127.0.0.1:${hostPort}/readyz`,
      folder,
    });
    const webScript = 'apps/web/.next/standalone/apps/web/server.js';
    const web =
      options.web === false
        ? null
        : manageProcess({
            name: 'web',
            script: webScript,
            env: { ...base, API_URL: apiUrl, PORT: String(webPort), HOSTNAME: '127.0.0.1' },
            readyUrl: `http://127.0.0.1:${webPort}/healthz`,
            folder,
          });
    undo.push(async () => {
      for (const one of [web, host, orchestrator, api]) await one?.kill();
    });
    const processes = { api, orchestrator, host, temporal, web, postgres: postgres?.process ?? null };
    const watching =
      options.silence === 'off'
        ? undefined
        : watchStack({
            ...{ name, folder, processes, temporalAddress, databaseUrl: database.url },
            served: {
              ...{ api: apiUrl, orchestrator: `http://127.0.0.1:${orchestratorPort}`, host: `http://127.0.0.1:${hostPort}` },
              temporal: `http://127.0.0.1:${metricsPort}`,
            },
            repositoryPaths: repositories.map(({ path }) => path),
            secrets: [
              { kind: 'API key', value: access.apiKey },
              { kind: 'sign-in token', value: access.linkToken },
              { kind: 'host token', value: hostToken },
              { kind: 'host name', value: hostName },
              { kind: 'auth secret', value: authSecret },
              { kind: 'database password', value: new URL(database.url).password },
              ...Object.entries({ ...options.hostEnv })
                .filter(([name]) => /_API_KEY$/.test(name))
                .map(([, value]) => ({ kind: 'provider key', value })),
            ],
          });
    silence = watching;
    const watched = watching ?? watchNothing;
    await Promise.all([api.start().then(() => Promise.all([orchestrator.start(), host.start()])), web?.start()]);

    return {
      ...{
        apiUrl,
        webUrl,
        temporalAddress,
        temporalUiUrl,
        databaseUrl: database.url,
        hostName,
        apiKey: access.apiKey,
        folder,
        scriptedLog,
        stop,
      },
      client: createClient({
        baseUrl: apiUrl,
        headers: { authorization: `Bearer ${access.apiKey}` },
        fetch: async (...request) => {
          const response = await fetch(...request);
          if (response.status >= 400) watched.refused(await response.clone().text());
          return response;
        },
      }),
      repository: repositories[0]!,
      processes,
      mustNotLeak: watched.mustNotLeak,
      refused: watched.refused,
      async newLink() {
        const { linkToken } = await readAccess();
        watched.mustNotLeak('sign-in token', linkToken);
        return `${webUrl}/sign-in#token=${linkToken}`;
      },
    };
  } catch (error) {
    // What could not start says why; there is nothing to search yet.
    silence = undefined;
    await stop();
    throw error;
  }
}

/** The file that starts the stack, for reports. */
const callerName = (): string => /([\w-]+)\.[\w-]+\.ts/.exec(new Error().stack ?? '')?.[1] ?? 'journeys';

function report(found: SilenceReport, told: StackOptions['silence']): void {
  if (typeof told === 'function') return told(found);
  if (told === 'print') process.stdout.write(`${describeReport(found)}\n`);
  judge(found);
}

/** A server with fsync: what a killed one loses is what a real one would. */
async function ownPostgres(folder: string): Promise<{ url: string; process: ManagedProcess }> {
  const { freePort } = await import('../../tools/processes.mjs');
  const { startPostgres } = await import('../../tools/postgres.mjs');
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  const process = manageServer(join(folder, 'postgres.log'), (logFile) =>
    startPostgres({ dataDir: join(folder, 'postgres'), port, password, logFile, dieWithParent: true }),
  );
  await process.start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, process };
}
