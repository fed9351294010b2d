import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The process group of one attempt, as the kernel showed it. */
export interface SeenGroup {
  jobId: string;
  pgid: number;
  firstSeen: number;
  /** Begin of the last look that found a living member. */
  lastSeen: number;
  members: number;
}

export interface GroupWatch {
  of(jobIds: readonly string[]): SeenGroup[];
  /** Looks now: the members that live, of whatever attempt. */
  look(): SeenGroup[];
  /** How late the machine was with a look of its own, at most, since then: times of the processes under test are no more exact than that. */
  lateness(since: number): number;
  stop(): void;
}

const everyMs = 40;

/** The group and state of a process; a zombie runs no code and counts as gone. */
function groupOf(pid: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : Number(group);
  } catch {
    return undefined;
  }
}

/**
 * Finds the processes of turns without asking Parley: every process of an attempt works in a scratch folder that is named after it, its grandchildren
 * too, and a group stays known by its number even when a member moves elsewhere.
 */
export function watchGroups(hostStateDir: string): GroupWatch {
  const scratch = join(hostStateDir, 'scratch');
  const groups = new Map<string, SeenGroup>();
  const look = (): SeenGroup[] => {
    const at = Date.now();
    const found = new Map<string, SeenGroup>();
    const note = (key: string, jobId: string, pgid: number): void => {
      const group = groups.get(key) ?? { jobId, pgid, firstSeen: at, lastSeen: at, members: 0 };
      groups.set(key, group);
      if (group.lastSeen !== at) group.members = 0;
      group.lastSeen = at;
      group.members += 1;
      found.set(key, group);
    };
    const known = new Map([...groups].map(([key, group]) => [group.pgid, { key, group }]));
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      let folder: string;
      try {
        folder = readlinkSync(`/proc/${pid}/cwd`).replace(' (deleted)', '');
      } catch {
        continue;
      }
      const pgid = groupOf(pid);
      if (pgid === undefined) continue;
      if (folder.startsWith(scratch)) {
        const key = folder.slice(scratch.length + 1);
        note(key, key.replace(/-\d+$/, ''), pgid);
        continue;
      }
      const group = known.get(pgid);
      if (group && group.group.pgid === pgid) note(group.key, group.group.jobId, pgid);
    }
    return [...found.values()];
  };
  const late: { at: number; ms: number }[] = [];
  let due = Date.now() + everyMs;
  const timer = setInterval(() => {
    look();
    const at = Date.now();
    if (at - due > everyMs) late.push({ at, ms: at - due });
    due = at + everyMs;
  }, everyMs);
  return {
    of: (jobIds) => [...groups.values()].filter(({ jobId }) => jobIds.includes(jobId)),
    look,
    lateness: (since) => Math.max(everyMs, ...late.filter(({ at }) => at >= since).map(({ ms }) => ms)),
    stop: () => clearInterval(timer),
  };
}
