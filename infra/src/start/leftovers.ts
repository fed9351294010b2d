import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive, startTimeOf } from '../state/process-identity';
import { writePrivate } from '../state/state-folder';

const Children = z.array(z.object({ name: z.string(), pid: z.number(), startTime: z.string() }));

export function recordChildren(folder: string, children: { name: string; pid: number }[]): void {
  writePrivate(
    join(folder, 'children.json'),
    children.flatMap(({ name, pid }) => {
      const startTime = startTimeOf(pid);
      return startTime === null ? [] : [{ name, pid, startTime }];
    }),
  );
}

/**
 * Ends what a launcher that was killed left running. Only processes that it had recorded, recognised by pid and start time: their ports and
 * data are needed now, and two PostgreSQL servers on one folder would not start.
 */
export async function endLeftovers(folder: string): Promise<string[]> {
  let recorded: z.infer<typeof Children>;
  try {
    recorded = Children.parse(JSON.parse(readFileSync(join(folder, 'children.json'), 'utf8')));
  } catch {
    return [];
  }
  const alive = recorded.filter(isAlive).reverse();
  for (const child of alive) process.kill(child.pid, child.name === 'PostgreSQL' ? 'SIGINT' : 'SIGTERM');
  const end = Date.now() + 15_000;
  while (alive.some(isAlive) && Date.now() < end) await delay(50);
  for (const child of alive.filter(isAlive)) process.kill(child.pid, child.name === 'PostgreSQL' ? 'SIGQUIT' : 'SIGKILL');
  while (alive.some(isAlive) && Date.now() < end + 5000) await delay(50);
  return alive.map((child) => child.name);
}
