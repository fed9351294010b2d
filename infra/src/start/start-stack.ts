import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporalCli } from '../../../tools/temporal-cli.mjs';
import { type Config, UserError } from '../config/infra.config';
import { loadSecrets, type LocalState, makeFolders, type Secrets, stateFolder, writeLocalState } from '../state/state-folder';
import { checkDatabase, checkDataVersion, checkDiskSpace } from './checks';
import { announce } from './announce';
import { type Addresses, apiEnvironment, hostEnvironment, orchestratorEnvironment, webEnvironment } from './environment';
import { ensureDatabase } from './ensure-database';
import { endLeftovers, recordChildren } from './leftovers';
import { grantLocalAccess, type LocalAccess, offerLinks, signInLink } from './local-access';
import { type HeldLock, takeLock } from './lock';
import { openBrowser } from './open-browser';
import type { StartOptions } from './options';
import { dim, say, showStep } from './output';
import { choosePort, claimPorts, type Ports } from './ports';
import { nodeService, postgresService, serviceOrder, temporalService } from './services';
import { Supervisor } from './supervisor';
import { setRetention } from './temporal-namespace';

export interface Stack {
  /** Resolves with the exit code after everything has stopped; rejects when the start failed. */
  ended: Promise<number>;
  stop(): void;
  force(): void;
}

class StoppedWhileStarting extends Error {}

export function startStack(environment: NodeJS.ProcessEnv, given: Config, options: StartOptions): Stack {
  const config = options.port === undefined ? given : { ...given, PARLEY_WEB_PORT: options.port };
  const folder = stateFolder(config);
  const { logs } = makeFolders(folder);
  const ends = Promise.withResolvers<number>();
  let stopping = false;
  let started: Promise<void> = Promise.resolve();
  let lock: HeldLock | undefined;

  const giveUp = (sentence: string): void => {
    say(`\n${sentence}`);
    void stop(1);
  };
  const supervisor = new Supervisor(serviceOrder, (children) => recordChildren(folder, children), giveUp);
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    lock?.markStopping();
    say(`\nStopping ${dim('(Ctrl-C again ends everything at once)')}`);
    await supervisor.stop((name, ms) => say(`  ✓ ${name} stopped ${dim(`(${(ms / 1000).toFixed(1)} s)`)}`));
    await started.catch(() => undefined);
    await supervisor.stop((name, ms) => say(`  ✓ ${name} stopped ${dim(`(${(ms / 1000).toFixed(1)} s)`)}`));
    lock?.release();
    say('Parley has stopped. Your conversations are kept; `npm start` goes on where they were.');
    ends.resolve(code);
  };
  const begin = async (): Promise<void> => {
    lock = await takeLock(folder, `http://localhost:${choosePort('web', config)}`);
    await start();
  };
  const unlessStopping = (): void => {
    if (stopping) throw new StoppedWhileStarting();
  };

  async function start(): Promise<void> {
    const began = Date.now();
    const left = await endLeftovers(folder);
    if (left.length > 0) say(`  ✓ Ended what an earlier run had left: ${left.join(', ')}`);
    checkDiskSpace(folder);
    if (!config.DATABASE_URL) checkDataVersion(join(folder, 'postgres'));
    const ports = await claimPorts(config);
    const secrets = loadSecrets(folder);
    const [databaseUrl] = await Promise.all([startDatabase(ports, secrets), startTemporalServer(ports)]);
    unlessStopping();

    const addresses: Addresses = {
      databaseUrl,
      temporalAddress: config.TEMPORAL_ADDRESS ?? `127.0.0.1:${ports.temporal}`,
      temporalUiUrl: config.TEMPORAL_UI_URL ?? (config.TEMPORAL_ADDRESS ? null : `http://localhost:${ports.temporalUi}`),
      apiUrl: `http://127.0.0.1:${ports.api}`,
      webUrl: `http://localhost:${ports.web}`,
    };
    await checkDatabase(databaseUrl);
    const hostName =
      hostname()
        .split('.')[0]
        ?.toLowerCase()
        .replace(/[^a-z0-9-]/g, '-') || 'local';
    const apiEnv = apiEnvironment(environment, config, ports, addresses, secrets, hostName);
    const access = await startProcesses(ports, secrets, addresses, hostName, apiEnv);
    unlessStopping();
    const state: LocalState = {
      ...{ webUrl: addresses.webUrl, apiUrl: addresses.apiUrl, apiKey: access.apiKey, databaseUrl, hostName },
      ...{
        temporalAddress: addresses.temporalAddress,
        temporalNamespace: config.TEMPORAL_NAMESPACE,
        temporalUiUrl: addresses.temporalUiUrl,
      },
      health: { orchestrator: `http://127.0.0.1:${ports.orchestratorHealth}`, host: `http://127.0.0.1:${ports.hostHealth}` },
    };
    writeLocalState(folder, state);
    const link = signInLink(addresses.webUrl, access);
    const opened = options.open && openBrowser(link, environment);
    announce({ state, link, opened, repositories: options.repositories, logs, ms: Date.now() - began });
    offerLinks(async () => {
      const fresh = await grantLocalAccess(apiEnv);
      writeLocalState(folder, { ...state, apiKey: fresh.apiKey });
      return signInLink(addresses.webUrl, fresh);
    });
  }

  async function startDatabase(ports: Ports, secrets: Secrets): Promise<string> {
    if (config.DATABASE_URL) return config.DATABASE_URL;
    const service = postgresService(folder, logs, ports.postgres, secrets.postgresPassword);
    return showStep('PostgreSQL', async () => {
      await supervisor.start(service);
      return ensureDatabase(`postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`);
    });
  }

  async function startTemporalServer(ports: Ports): Promise<void> {
    if (config.TEMPORAL_ADDRESS) return;
    let cli: string;
    try {
      cli = await temporalCli({ env: environment });
    } catch (error) {
      throw new UserError((error as Error).message, { cause: error });
    }
    await showStep('Temporal server', async () => {
      await supervisor.start(temporalService(folder, logs, cli, ports));
      await setRetention(`127.0.0.1:${ports.temporal}`, config.TEMPORAL_NAMESPACE);
    });
  }

  async function startProcesses(
    ports: Ports,
    secrets: Secrets,
    addresses: Addresses,
    hostName: string,
    apiEnv: Record<string, string | undefined>,
  ): Promise<LocalAccess> {
    const host = { name: hostName, stateDir: join(folder, 'host'), repositories: options.repositories };
    const web = nodeService({
      ...{ name: 'web', logName: 'web', logs, script: 'apps/web/.next/standalone/apps/web/server.js', graceMs: 5000 },
      ...{ env: webEnvironment(environment, ports, addresses), readyUrl: `http://127.0.0.1:${ports.web}/healthz` },
    });
    const api = nodeService({
      name: 'API',
      logName: 'api',
      logs,
      script: 'apps/api/dist/main.js',
      env: apiEnv,
      readyUrl: `${addresses.apiUrl}/readyz`,
      graceMs: 10_000,
    });
    const orchestrator = nodeService({
      ...{ name: 'orchestrator', logName: 'orchestrator', logs, script: 'apps/worker/dist/main.js', graceMs: 10_000 },
      ...{
        env: orchestratorEnvironment(environment, config, ports, addresses),
        readyUrl: `http://127.0.0.1:${ports.orchestratorHealth}/readyz`,
      },
    });
    // The host lets turns go on for as long as it is told to, ends them, and writes down what it knows of them before it goes.
    const hostWorker = nodeService({
      ...{ name: 'host', logName: 'host', logs, script: 'apps/worker/dist/main.js', graceMs: (config.HOST_DRAIN_MS ?? 0) + 25_000 },
      ...{
        env: hostEnvironment(environment, config, ports, addresses, secrets, host),
        readyUrl: `http://127.0.0.1:${ports.hostHealth}/readyz`,
      },
    });

    const webReady = showStep('Web app', () => supervisor.start(web));
    webReady.catch(() => undefined);
    const access = await showStep('Database migrations', () => grantLocalAccess(apiEnv));
    unlessStopping();
    await showStep('API', () => supervisor.start(api));
    unlessStopping();
    await Promise.all([
      showStep('Orchestrator', () => supervisor.start(orchestrator)),
      showStep('Host worker', () => supervisor.start(hostWorker)),
      webReady,
    ]);
    return access;
  }

  started = begin();
  started.catch((error: unknown) => {
    if (stopping) return;
    stopping = true;
    void supervisor
      .stop(() => undefined)
      .then(() => {
        lock?.release();
        ends.reject(error);
      });
  });
  return { ended: ends.promise, stop: () => void stop(0), force: () => (supervisor.force(), ends.resolve(130)) };
}
