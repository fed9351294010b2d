import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '../src/stack';

export const victims = ['api', 'orchestrator', 'host', 'temporal', 'postgres'] as const;
export type Victim = (typeof victims)[number];
export interface Step {
  point: string;
  /** At the how many-th time that a process comes to the point. */
  nth: number;
  victims: Victim[];
}
/** An answer that never arrives, or a request that never does, at a call of the host. */
export interface Loss {
  endpoint: string;
  what: 'answer' | 'request';
  times: number;
}
export interface Plan {
  id: string;
  steps: Step[];
  lose?: Loss;
}

export const preload = join(__dirname, 'preload.cjs');
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The folder through which a plan reaches the processes, and what they did reaches the test. */
export function makeBoard(folder: string) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'plan.json');
  return {
    /** Whole or not at all: the processes read it at each point. */
    arm(plan: Plan, stack: Stack): void {
      const pids = Object.fromEntries(victims.map((name) => [name, stack.processes[name]?.pid ?? 0]));
      writeFileSync(`${file}.new`, JSON.stringify({ ...plan, pids }));
      renameSync(`${file}.new`, file);
    },
    /** When each step was reached, in milliseconds since 1970; null: not yet. */
    reached: (plan: Plan): (number | null)[] =>
      plan.steps.map((_, index) => {
        const step = join(folder, `${plan.id}.${index}`);
        return existsSync(step) ? Number(readFileSync(step, 'utf8').split(' ')[0]) : null;
      }),
    /** Process ids that a step has killed and that live all the same: a hit without a death proves nothing. */
    survivors: (plan: Plan): number[] =>
      plan.steps
        .map((_, index) => join(folder, `${plan.id}.${index}`))
        .filter(existsSync)
        .flatMap((step) => readFileSync(step, 'utf8').split(' ').slice(1).map(Number))
        .filter(isAlive),
    lost: (plan: Plan): number =>
      Array.from({ length: plan.lose?.times ?? 0 }, (_, index) => existsSync(join(folder, `${plan.id}.lost.${index}`))).filter(Boolean)
        .length,
  };
}
export type Board = ReturnType<typeof makeBoard>;
