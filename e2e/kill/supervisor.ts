import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '../src/process';
import type { Stack } from '../src/stack';
import type { Victim } from './plan';

const lookMs = 25;
const attempts = 20;

const isAlive = (process_: ManagedProcess): boolean => {
  try {
    return process.kill(process_.pid, 0);
  } catch {
    return false;
  }
};

/** Starts again what has died, as the launcher and compose do, servers before their clients; a server that is not let go of yet is tried again. */
export function supervise(stack: Stack, onRestart: () => void) {
  const ended = new AbortController();
  const restarts: Victim[] = [];
  const restart = async (name: Victim, process_: ManagedProcess): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await process_.start();
        break;
      } catch (error) {
        if (attempt === attempts || isAlive(process_)) throw error;
        await delay(250);
      }
    }
    restarts.push(name);
    onRestart();
  };
  const order: Victim[] = ['postgres', 'temporal', 'api', 'orchestrator', 'host'];
  const look = async (): Promise<void> => {
    const dead = order.filter((name) => {
      const process_ = stack.processes[name];
      return process_ !== null && !isAlive(process_);
    });
    const servers: Victim[] = dead.filter((name) => name === 'postgres' || name === 'temporal');
    await Promise.all(servers.map((name) => restart(name, stack.processes[name]!)));
    await Promise.all(dead.filter((name) => !servers.includes(name)).map((name) => restart(name, stack.processes[name]!)));
  };
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await look();
      await delay(lookMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    restarts,
    /** Everything lives, and what was being started is ready. */
    async stop(): Promise<void> {
      ended.abort();
      await running;
      await look();
    },
    failed: running.then(() => new Promise<never>(() => undefined)),
  };
}
