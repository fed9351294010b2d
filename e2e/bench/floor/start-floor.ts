import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface FloorProcess {
  readonly pid: number;
  /** The first line that it printed: it is ready. */
  said: string;
  stop(): Promise<void>;
}

/** Starts a file of this folder as a process of its own and waits until it is ready. */
export async function startFloor(file: 'worker.ts' | 'fan-out.ts', ...args: string[]): Promise<FloorProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(__dirname, '..', 'run.mjs'), `floor/${file}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`floor/${file} ended while it was starting`))),
  ])) as [Buffer];
  return {
    pid: child.pid ?? 0,
    said: said.toString().trim(),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The bare workflows with their activities, each kind in a process and on a queue of its own, as in Parley. */
export async function startFloorWorkers(temporalAddress: string): Promise<Pick<FloorProcess, 'stop'> & { pids: Record<string, number> }> {
  const names = ['waves', 'curation', 'turns'];
  const workers = await Promise.all(names.map((name) => startFloor('worker.ts', temporalAddress, name)));
  return {
    pids: Object.fromEntries(workers.map(({ pid }, i) => [`bare ${names[i]}`, pid])),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}
