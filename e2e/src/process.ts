import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const repositoryRoot = resolve(__dirname, '..', '..');

export interface ManagedProcess {
  readonly pid: number;
  readonly logFile: string;
  /** Sends a signal and waits until the process has gone. SIGKILL is the crash that the journeys are about. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it (again) and waits until it is ready. */
  start(): Promise<void>;
  log(): string;
}

export interface ProcessOptions {
  name: string;
  script: string;
  env: Record<string, string>;
  readyUrl: string;
  folder: string;
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};

/** One of our processes, from the built output, in its own process group. */
export function manageProcess({ name, script, env, readyUrl, folder }: ProcessOptions): ManagedProcess {
  const logFile = join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  const isGone = (): boolean => !child || child.exitCode !== null || child.signalCode !== null;
  return {
    get pid() {
      return child?.pid ?? 0;
    },
    logFile,
    log: () => readFileSync(logFile, 'utf8'),
    async start() {
      const log = openSync(logFile, 'a');
      child = spawn(process.execPath, ['--enable-source-maps', join(repositoryRoot, script)], {
        env,
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      const end = Date.now() + 60_000;
      while (!(await answers(readyUrl))) {
        if (isGone() || Date.now() > end) throw new Error(`${name} did not become ready:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
        await delay(50);
      }
    },
    async kill(signal = 'SIGTERM') {
      if (!child || isGone()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      const force = setTimeout(() => child?.kill('SIGKILL'), 30_000);
      await gone;
      clearTimeout(force);
    },
  };
}

interface ServerChild {
  child: ChildProcess;
  stop(): Promise<void>;
}

/** A server that a starter of `tools` brings up (PostgreSQL, Temporal), with the same handle as one of our own processes. */
export function manageServer(logFile: string, start: (logFile: string) => Promise<ServerChild>): ManagedProcess {
  let server: ServerChild | undefined;
  return {
    get pid() {
      return server?.child.pid ?? 0;
    },
    logFile,
    log: () => readFileSync(logFile, 'utf8'),
    async start() {
      server = await start(logFile);
    },
    async kill(signal) {
      const child = server?.child;
      if (!server || !child || child.exitCode !== null || child.signalCode !== null) return;
      if (signal === undefined) return server.stop();
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}
