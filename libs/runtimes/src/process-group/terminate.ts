import { setTimeout as delay } from 'node:timers/promises';
import { groupMembers, isGroupAlive } from './members';

/** What is known about a group after it was told to end. Only `gone: true` is proof. */
export interface GroupEnd {
  gone: boolean;
  /** Whether SIGKILL was needed. */
  killed: boolean;
  survivors: number;
}

const pollMs = 15;
/** SIGKILL cannot be refused, but a process in an uninterruptible wait dies only when that wait ends. */
const afterKillMs = 3_000;

function signal(pgid: number, name: NodeJS.Signals): void {
  const targets = new Set([-pgid, ...groupMembers(pgid).map((member) => member.pid)]);
  for (const target of targets) {
    try {
      process.kill(target, name);
    } catch {
      // Gone between the look and the signal, or not ours to signal: the next look tells which.
    }
  }
}

async function goneWithin(pgid: number, mark: string | null, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  for (;;) {
    if (!isGroupAlive(pgid, mark)) return true;
    if (performance.now() >= until) return false;
    await delay(pollMs);
  }
}

/** SIGTERM, a grace, SIGKILL, each to the whole group, until no member lives. Safe to call for a group that is gone already, and twice. */
export async function terminateGroup(pgid: number, mark: string | null, graceMs: number): Promise<GroupEnd> {
  if (!isGroupAlive(pgid, mark)) return { gone: true, killed: false, survivors: 0 };
  signal(pgid, 'SIGTERM');
  if (await goneWithin(pgid, mark, graceMs)) return { gone: true, killed: false, survivors: 0 };
  const until = performance.now() + afterKillMs;
  while (performance.now() < until) {
    // Again on every round: a member may have forked between two signals.
    signal(pgid, 'SIGKILL');
    if (await goneWithin(pgid, mark, 100)) return { gone: true, killed: true, survivors: 0 };
  }
  const survivors = groupMembers(pgid).length;
  return { gone: survivors === 0, killed: true, survivors };
}
