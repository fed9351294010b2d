import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@parley/client';
import { scriptedProviderPath } from '@parley/testing';
import { repositoryRoot } from './process';

/** What `npm start` writes for scripts of its machine. */
interface LocalState {
  webUrl: string;
  apiUrl: string;
  apiKey: string;
  temporalAddress: string;
  temporalUiUrl: string;
  databaseUrl: string;
  health: { orchestrator: string; host: string };
}

export interface Installation {
  folder: string;
  /** `npm start`, until everything is ready. */
  start(): Promise<LocalState & { client: Client }>;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
  /** `npm run backup` and the like. */
  run(command: 'backup' | 'restore' | 'doctor', ...args: string[]): Promise<{ code: number | null; output: string }>;
  remove(): Promise<void>;
}

/** An installation as `npm start` makes one, in a folder and on ports of its own; its host has the scripted provider. */
export async function makeInstallation(more: Record<string, string> = {}): Promise<Installation> {
  const { freePort } = await import('../../tools/processes.mjs');
  const { temporalCli } = await import('../../tools/temporal-cli.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'parley-installation-'));
  const names = ['PARLEY_WEB_PORT', 'PARLEY_API_PORT', 'PARLEY_POSTGRES_PORT', 'PARLEY_TEMPORAL_PORT', 'PARLEY_TEMPORAL_UI_PORT'];
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PARLEY_STATE_DIR: folder,
    PARLEY_REPOSITORIES: '',
    TEMPORAL_CLI_PATH: await temporalCli(),
    SCRIPTED_PROVIDER: scriptedProviderPath,
    HOST_DRAIN_MS: '0',
    ...Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())]))),
    ...more,
  };
  const node = (script: string, args: string[], log: number | 'pipe'): ChildProcess =>
    spawn(process.execPath, [join(repositoryRoot, 'infra/dist', script, 'main.js'), ...args], {
      ...{ env, cwd: folder, detached: true },
      stdio: ['ignore', log, log],
    });
  let launcher: ChildProcess | undefined;
  const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!launcher || isGone(launcher)) return;
    const gone = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    const force = setTimeout(() => launcher?.kill('SIGKILL'), 60_000);
    await gone;
    clearTimeout(force);
  };
  let starts = 0;
  return {
    folder,
    async start() {
      const logFile = join(folder, `launcher-${(starts += 1)}.log`);
      const log = openSync(logFile, 'a');
      const child = (launcher = node('start', ['--no-open'], log));
      closeSync(log);
      const said = (): string => readFileSync(logFile, 'utf8');
      for (const end = Date.now() + 90_000; !said().includes('Parley is ready');) {
        if (isGone(child) || Date.now() > end) throw new Error(`The installation did not start:\n${said().slice(-4000)}`);
        await delay(50);
      }
      const state = JSON.parse(readFileSync(join(folder, 'local.json'), 'utf8')) as LocalState;
      return { ...state, client: createClient({ baseUrl: state.apiUrl, headers: { authorization: `Bearer ${state.apiKey}` } }) };
    },
    stop,
    async run(command, ...args) {
      const child = node(command, args, 'pipe');
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
      await once(child, 'close');
      return { code: child.exitCode, output };
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
