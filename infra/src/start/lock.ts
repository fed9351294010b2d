import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../config/infra.config';
import { isAlive, type ProcessIdentity, startTimeOf } from '../state/process-identity';

const Lock = z.object({ pid: z.number(), startTime: z.string(), since: z.string(), webUrl: z.string() });

function readLock(file: string): z.infer<typeof Lock> | null {
  try {
    return Lock.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing, or cut off by a crash while it was written: nobody holds it either way.
    return null;
  }
}

export const lockHolder = (folder: string): ProcessIdentity | null => {
  const lock = readLock(join(folder, 'lock.json'));
  return lock && isAlive(lock) ? lock : null;
};

/**
 * One launcher for each state folder: two would start two servers on one database. The lock of a launcher that is gone is taken over.
 * Returns what gives the lock back.
 */
export function takeLock(folder: string, webUrl: string): () => void {
  const file = join(folder, 'lock.json');
  const mine = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '', since: new Date().toISOString(), webUrl };
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      return () => {
        if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 5) throw error;
      const held = readLock(file);
      if (held && isAlive(held)) {
        throw new UserError(
          `Parley is already running here (process ${held.pid}, since ${held.since.slice(0, 16).replace('T', ' ')} UTC): open ${held.webUrl}, or end it with Ctrl-C in its terminal or \`kill ${held.pid}\`.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
}
