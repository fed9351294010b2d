import { linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../config/infra.config';
import { isAlive, type ProcessIdentity, startTimeOf } from '../state/process-identity';
import { writePrivate } from '../state/state-folder';

const Lock = z.object({ pid: z.number(), startTime: z.string(), since: z.string(), webUrl: z.string(), stopping: z.boolean() });

/** Longer than everything may take to stop. */
const stoppingMs = 60_000;

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

export interface HeldLock {
  /** Tells a launcher that comes now to wait instead of giving up. */
  markStopping(): void;
  release(): void;
}

/**
 * One launcher for each state folder: two would start two servers on one database. The lock of a launcher that is gone is taken over, one that
 * is stopping is waited for.
 */
export async function takeLock(folder: string, webUrl: string): Promise<HeldLock> {
  const file = join(folder, 'lock.json');
  const mine = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '', since: new Date().toISOString(), webUrl, stopping: false };
  // A link appears with its content: a lock that another launcher reads is never half written.
  const beside = `${file}.${process.pid}.new`;
  writePrivate(beside, mine);
  const isMine = (): boolean => readLock(file)?.pid === process.pid;
  const end = Date.now() + stoppingMs;
  try {
    while (!tryLink(beside, file)) {
      const held = readLock(file);
      if (!held || !isAlive(held)) rmSync(file, { force: true });
      else if (held.stopping && Date.now() < end) await delay(100);
      else throw new UserError(describeHolder(held));
    }
  } finally {
    rmSync(beside, { force: true });
  }
  return {
    markStopping: () => void (isMine() && writePrivate(file, { ...mine, stopping: true })),
    release: () => void (isMine() && rmSync(file, { force: true })),
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

const describeHolder = ({ pid, since, webUrl }: z.infer<typeof Lock>): string =>
  `Parley is already running here (process ${pid}, since ${since.slice(0, 16).replace('T', ' ')} UTC): open ${webUrl}, or end it with Ctrl-C in its terminal or \`kill ${pid}\`.`;
