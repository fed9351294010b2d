import { readdirSync, readFileSync } from 'node:fs';

/** One process as the kernel describes it. `start` names the process for ever: pid numbers are reused, boot and start ticks are not. */
export interface GroupMember {
  pid: number;
  start: string;
}

interface ProcessStat extends GroupMember {
  state: string;
  group: number;
  session: number;
}

const linux = process.platform === 'linux';
let bootId: string | undefined;

/** The first part of the kernel's boot id, so that start ticks of two boots never look alike. */
function boot(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  return bootId;
}

/** Reads `/proc/<pid>/stat`. The command name may hold spaces and brackets, so fields are counted from its last bracket. */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, state: fields[0] ?? 'X', group: Number(fields[2]), session: Number(fields[3]), start: `${boot()}-${fields[19] ?? ''}` };
  } catch {
    return undefined;
  }
}

/** The start mark of a living process; null where the platform does not tell. */
export function startMark(pid: number): string | null {
  return linux ? (readStat(pid)?.start ?? null) : null;
}

/** A zombie runs no code and holds no file: it waits for its parent only, and counts as gone. */
const lives = (stat: ProcessStat): boolean => stat.state !== 'Z' && stat.state !== 'X';

function signalReaches(pgid: number): boolean {
  try {
    process.kill(-pgid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function look(pgid: number): GroupMember[] {
  const members: GroupMember[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(pid);
    if (stat && lives(stat) && (stat.group === pgid || stat.session === pgid)) members.push({ pid, start: stat.start });
  }
  return members;
}

/**
 * Every living member of a process group, those included that moved to a group of their own inside the same session (job control of a shell).
 * Where there is no `/proc`, one entry stands for "someone is there".
 */
export function groupMembers(pgid: number): GroupMember[] {
  if (!linux) return signalReaches(pgid) ? [{ pid: pgid, start: '' }] : [];
  const members = look(pgid);
  // A member that forks after the list was read, and dies before its own line is, hides its child: the next list has it.
  return members.length > 0 ? members : look(pgid);
}

/**
 * Whether the group that was started as `pgid` with this start mark still has a living member. A leader with another mark is a stranger who
 * got the same number after our group had died. A group without its leader is taken for ours: that is the careful side.
 */
export function isGroupAlive(pgid: number, mark: string | null): boolean {
  const members = groupMembers(pgid);
  if (members.length === 0) return false;
  const leader = members.find((member) => member.pid === pgid);
  return !(leader && mark && leader.start && leader.start !== mark);
}
