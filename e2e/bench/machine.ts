import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type postgres from 'postgres';

export interface Machine {
  cores: number;
  cpu: string;
  memoryGiB: number;
  system: string;
  /** Load averages of 1, 5 and 15 minutes before the first row. */
  loadBefore: number[];
  versions: Record<string, string>;
}

export async function describeMachine(sql: postgres.Sql, temporalCli: string): Promise<Machine> {
  const [server] = await sql<{ server_version: string }[]>`show server_version`;
  const temporal = execFileSync(temporalCli, ['--version'], { encoding: 'utf8' });
  const git = execFileSync('git', ['--version'], { encoding: 'utf8' });
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
    versions: {
      node: process.versions.node,
      postgres: server?.server_version ?? 'unknown',
      temporal: /Server (\d\S*?)[,)]/.exec(temporal)?.[1] ?? temporal.trim(),
      git: git.replace('git version', '').trim(),
    },
  };
}

/** Memory of a process in MiB; 0 when it is gone. */
export function residentMiB(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;
  } catch {
    return 0;
  }
}
