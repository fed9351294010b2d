import { readdirSync, readFileSync } from 'node:fs';

const tickMs = 10;

interface Stat {
  pid: number;
  parent: number;
  ms: number;
}

/** The command name may hold spaces and brackets, so fields are counted from its last bracket. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return null;
  }
}

/** Processor time that these processes and their children have used so far, by name; null where the system does not tell. */
export function processorMs(roots: Record<string, number>): Record<string, number> | null {
  if (process.platform !== 'linux') return null;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const sum = (pid: number): number =>
    all.filter((stat) => stat.pid === pid).reduce((ms, stat) => ms + stat.ms, 0) +
    all.filter((stat) => stat.parent === pid).reduce((ms, stat) => ms + sum(stat.pid), 0);
  return Object.fromEntries(Object.entries(roots).map(([name, pid]) => [name, sum(pid)]));
}
