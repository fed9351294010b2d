import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isListening, spawnServer, untilReady } from '../../../tools/processes.mjs';
import { startPostgres } from '../../../tools/postgres.mjs';
import { startTemporal } from '../../../tools/temporal-server.mjs';
import { repositoryRoot } from '../state/state-folder';
import { rotateLog } from './logs';
import type { Ports } from './ports';
import type { Service } from './supervisor';

const run = promisify(execFile);

/** Started in this order and stopped in the reverse one: nobody loses what it still writes to. */
export const serviceOrder = ['PostgreSQL', 'Temporal', 'API', 'orchestrator', 'host', 'web'] as const;

export const postgresService = (folder: string, logs: string, port: number, password: string): Service => {
  const logFile = rotateLog(logs, 'postgres');
  return {
    name: 'PostgreSQL',
    logFile,
    stopSignal: 'SIGINT',
    graceMs: 20_000,
    forceSignal: 'SIGQUIT',
    start: async (onSpawn) =>
      (await startPostgres({ dataDir: join(folder, 'postgres'), port, password, logFile, dieWithParent: true, onSpawn })).child,
  };
};

export const temporalService = (folder: string, logs: string, cli: string, ports: Ports): Service => {
  const logFile = rotateLog(logs, 'temporal');
  return {
    name: 'Temporal',
    logFile,
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
    forceSignal: 'SIGKILL',
    start: async (onSpawn) =>
      (
        await startTemporal({
          ...{ cli, port: ports.temporal, uiPort: ports.temporalUi, httpPort: ports.temporalHttp, metricsPort: ports.temporalMetrics },
          ...{ databaseFile: join(folder, 'temporal.db'), logFile, dieWithParent: true, onSpawn },
        })
      ).child,
  };
};

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

export interface NodeServiceOptions {
  name: string;
  logName: string;
  logs: string;
  /** Below the repository's folder. */
  script: string;
  env: Record<string, string | undefined>;
  /** Answers 200 as soon as the process can do its work. */
  readyUrl: string;
  graceMs: number;
}

/** A process of ours. `detached`: Ctrl-C at the terminal reaches the launcher alone, which then stops everything in order. */
export function nodeService({ name, logName, logs, script, env, readyUrl, graceMs }: NodeServiceOptions): Service {
  const logFile = rotateLog(logs, logName);
  const start: Service['start'] = async (onSpawn) => {
    // Another program's answer on the same port must not pass for ours.
    if (await isListening(Number(new URL(readyUrl).port)))
      throw new Error(`${name} cannot start: port ${new URL(readyUrl).port} is used by another program`);
    const log = openSync(logFile, 'a');
    const child = spawnServer(process.execPath, ['--enable-source-maps', join(repositoryRoot, script)], {
      env,
      cwd: repositoryRoot,
      detached: true,
      dieWithParent: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    onSpawn(child);
    try {
      await untilReady(child, name, () => answers(readyUrl), 90_000);
    } catch (error) {
      throw new Error(`${(error as Error).message}. Its log: ${logFile}`, { cause: error });
    }
    return child;
  };
  return { name, logFile, stopSignal: 'SIGTERM', graceMs, forceSignal: 'SIGKILL', start };
}

/** A script of ours that ends by itself; its standard output. */
export async function runScript(
  script: string,
  env: Record<string, string | undefined>,
  args: readonly string[] = [],
  timeoutMs = 120_000,
): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, ['--enable-source-maps', join(repositoryRoot, script), ...args], {
      env,
      cwd: repositoryRoot,
      timeout: timeoutMs,
      maxBuffer: 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new Error(`${script} failed: ${said}`, { cause: error });
  }
}
