import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '../src/process';
import type { Stack } from '../src/stack';
import { type Victim, victims } from './plan';

const lookMs = 25;
const attempts = 20;

const isAlive = (process_: ManagedProcess): boolean => {
  try {
    return process.kill(process_.pid, 0);
  } catch {
    return false;
  }
};

/** Starts again what has died, as the launcher and compose do; what cannot start yet, because its server does not live again, is tried again. */
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
  // Each by itself: a host that is not ready before the API lives again must not keep the API from being started.
  const watched = victims.flatMap((name) => {
    const process_ = stack.processes[name];
    return process_ === null ? [] : [{ name, process_ }];
  });
  const look = async ({ name, process_ }: (typeof watched)[number]): Promise<void> => {
    if (!isAlive(process_)) await restart(name, process_);
  };
  const watch = async (one: (typeof watched)[number]): Promise<void> => {
    while (!ended.signal.aborted) {
      await look(one);
      await delay(lookMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(watched.map(watch));
  running.catch(() => undefined);
  return {
    restarts,
    /** Everything lives, and what was being started is ready. */
    async stop(): Promise<void> {
      ended.abort();
      await running;
      await Promise.all(watched.map(look));
    },
    failed: running.then(() => new Promise<never>(() => undefined)),
  };
}
