import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When a process began, as the system says it; null: no such process. With the pid it names one process for ever, because pids are used again. */
export function startTimeOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // The command's name may hold spaces and brackets, so the fields are counted from its last bracket; the 20th after it is the start time.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0);
      return 'running';
    } catch {
      return null;
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
}

export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

export const isAlive = (identity: ProcessIdentity): boolean => startTimeOf(identity.pid) === identity.startTime;
