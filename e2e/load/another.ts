import { readFileSync } from 'node:fs';
import { type ManagedProcess, manageProcess } from '../src/process';
import type { Stack } from '../src/stack';

export interface Another {
  url: string;
  process: ManagedProcess;
}

/** A second process beside one of the stack, with the same configuration on a port of its own. */
export async function startAnother(stack: Stack, name: 'api' | 'orchestrator'): Promise<Another> {
  const { freePort } = await import('../../tools/processes.mjs');
  const env = environmentOf(stack.processes[name].pid);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = manageProcess({
    name: `${name}-2`,
    script: name === 'api' ? 'apps/api/dist/main.js' : 'apps/worker/dist/main.js',
    env: { ...env, ...(name === 'api' ? { API_PORT: String(port) } : { HEALTH_PORT: String(port) }) },
    readyUrl: `${url}/readyz`,
    folder: stack.folder,
  });
  await process.start();
  return { url, process };
}

/** What a process was started with. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
