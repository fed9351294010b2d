import { setTimeout as delay } from 'node:timers/promises';
import type { Policy, Script, Wave } from '../src/wave';
import { type Finding, judge, type Verdict } from './judge';
import { askNext, askWatched, isUnconfirmed, type Lab, readWave, stop, type Subject, until, untilSettled } from './lab';

/** What a case leaves to be undone, and what its steps tell each other. */
export interface Scene {
  lab: Lab;
  subjects: Subject[];
  repositoryIds: string[];
  /** Undone after the Stop, before the end is awaited. */
  undo: (() => unknown)[];
}

export interface StopCase {
  name: string;
  policies?: readonly Policy[];
  script: Script;
  /** Before anything is asked. */
  before?: (scene: Scene) => Promise<unknown>;
  /** Asks, where more than a question is needed. */
  ask?: (scene: Scene, policy: Policy, script: Script) => Promise<Subject>;
  /** The state in which Stop is to be pressed. */
  reached: (wave: Wave, subject: Subject, scene: Scene) => boolean;
  /** What goes wrong then, before anybody presses Stop. */
  strike?: (scene: Scene) => Promise<unknown>;
  /** Presses Stop, or does what an operator does. */
  stop?: (scene: Scene, subject: Subject) => Promise<unknown>;
  /** Once all have pressed, before `undo`. */
  struck?: (scene: Scene) => Promise<unknown>;
  /** All settle, or say that they cannot confirm, within this time after the faults are undone. */
  boundMs?: number;
  /** It may say that it cannot confirm: 'may': then a person presses Stop once more; 'heals': and must yet find out by itself, within the bound. */
  unconfirmed?: 'may' | 'heals';
  /** Stop pressed, or the faults undone if that was later → no process of its turns lives. */
  goneMs?: number;
  /** Stop pressed, or the faults undone → settled. */
  settleMs?: number;
  reachMs?: number;
  graceMs?: number;
  /** What the settled wave has to look like, beyond what is always judged. */
  expect?: (wave: Wave, subject: Subject, scene: Scene) => string | null;
}

export interface Row extends Verdict {
  case: string;
  policy: Policy;
  repeat: number;
  ended: string;
}

export const killGraceMs = 3_000;
const tenth = 1.1;
const nextBoundMs = 30_000;

/** One run of a case: a wave of each policy, stopped at the same time, and the next question of each conversation. */
export async function runCase(lab: Lab, stopCase: StopCase, repeat: number): Promise<Row[]> {
  const scene: Scene = { lab, subjects: [], repositoryIds: [], undo: [] };
  const policies = stopCase.policies ?? (['direct', 'panel', 'team'] as const);
  const undoAll = async (): Promise<void> => {
    for (const undo of scene.undo.splice(0).reverse()) await undo();
  };
  try {
    await stopCase.before?.(scene);
    const ask = stopCase.ask ?? ((_: Scene, policy: Policy, script: Script) => askWatched(lab, policy, script));
    scene.subjects = await Promise.all(policies.map((policy) => ask(scene, policy, stopCase.script)));
    await Promise.all(scene.subjects.map((subject) => until(lab, subject, (wave) => stopCase.reached(wave, subject, scene), 40_000)));
    await stopCase.strike?.(scene);
    await Promise.all(scene.subjects.map((subject) => (stopCase.stop ? stopCase.stop(scene, subject) : stop(lab, subject))));
    await stopCase.struck?.(scene);
    await undoAll();
    for (const subject of scene.subjects) subject.healedAt = Date.now();
    const next = await Promise.all(scene.subjects.map((subject) => askNext(lab, subject)));
    return await Promise.all(scene.subjects.map((subject, at) => endOf(lab, stopCase, subject, next[at] ?? '', repeat, scene)));
  } finally {
    await undoAll();
    await Promise.all(scene.subjects.map((subject) => subject.unwatch()));
  }
}

export async function endOf(lab: Lab, stopCase: StopCase, subject: Subject, next: string, repeat: number, scene: Scene): Promise<Row> {
  const early: Finding[] = [];
  const boundMs = stopCase.boundMs ?? 10_000;
  const reachMs = stopCase.reachMs ?? 2_000;
  const isEnd = (wave: Wave): boolean => wave.state === 'settled' || (isUnconfirmed(wave) && stopCase.unconfirmed !== 'heals');
  const stuck = async (what: string): Promise<void> => {
    const { state, waitingFor } = await readWave(lab, subject.waveId);
    early.push({ fault: 'stuck', says: `${what}: ${state} ${waitingFor?.code ?? ''}` });
  };
  let wave = await until(lab, subject, isEnd, boundMs).catch(() => undefined);
  if (!wave) await stuck(`no end within ${boundMs} ms`);
  if (wave?.state !== 'settled' && stopCase.unconfirmed === 'may') wave = await untilSettled(lab, subject.waveId, 4_000).catch(() => wave);
  if (wave && wave.state !== 'settled') {
    if (stopCase.unconfirmed === undefined) await stuck('cannot confirm');
    if (!wave.allowedActions.includes('stop')) early.push({ fault: 'stuck', says: 'cannot confirm, and offers no Stop' });
    await stop(lab, subject);
    subject.gaveUp = true;
  }
  const settledWave = await untilSettled(lab, subject.waveId, boundMs).catch(() => undefined);
  if (!settledWave) await stuck('never settled');
  await delay(80);
  const last = settledWave ?? (await readWave(lab, subject.waveId));
  const verdict = judge(lab, subject, last, {
    graceMs: stopCase.graceMs ?? killGraceMs * tenth,
    reachMs,
    mayBeUnproven: stopCase.unconfirmed !== undefined,
    goneMs: stopCase.goneMs ?? killGraceMs * tenth + reachMs,
    settleMs: stopCase.settleMs ?? boundMs,
  });
  const wrong = stopCase.expect?.(last, subject, scene) ?? null;
  if (wrong !== null) early.push({ fault: 'dishonest', says: wrong });
  const after = await untilSettled(lab, next, nextBoundMs).catch(() => undefined);
  if (after?.outcome !== 'complete') {
    const { state, waitingFor, jobs, outcome } = after ?? (await readWave(lab, next));
    const turns = jobs.map((job) => `${job.state} ${job.delivery}`).join(', ');
    early.push({
      fault: 'stuck',
      says: `the next question after ${nextBoundMs} ms: ${outcome ?? state} ${waitingFor?.code ?? ''} [${turns}]`,
    });
  }
  const ended = `${last.outcome ?? last.state}/${last.reason ?? ''}${subject.gaveUp ? ', given up' : ''}`;
  return { ...verdict, findings: [...early, ...verdict.findings], case: stopCase.name, policy: subject.policy, repeat, ended };
}
