import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** The middle value of the first and of the last part of the time, in MiB; the highest of all. */
  stop(): { first: number; last: number; peak: number };
}

const part = 0.25;

/** Looks each second at what a process holds in memory. `pid` is asked each time: a restarted process begins anew. */
export function watchMemory(pid: () => number): MemoryWatch {
  let of = 0;
  let values: number[] = [];
  const timer = setInterval(() => {
    const now = pid();
    if (now !== of) [of, values] = [now, []];
    const kiB = /^VmRSS:\s+(\d+)/m.exec(readStatus(now))?.[1];
    if (kiB !== undefined) values.push(Number(kiB) / 1024);
  }, 1_000);
  const middle = (some: readonly number[]): number => Math.round([...some].sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0);
  return {
    stop() {
      clearInterval(timer);
      const size = Math.max(1, Math.floor(values.length * part));
      return { first: middle(values.slice(0, size)), last: middle(values.slice(-size)), peak: Math.round(Math.max(0, ...values)) };
    },
  };
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
