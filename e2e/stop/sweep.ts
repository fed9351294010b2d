import { setTimeout as pause } from 'node:timers/promises';
import type { Policy, Script, Wave } from '../src/wave';
import { askNext, askWatched, type Lab, stop, until } from './lab';
import { endOf, type Row, type Scene, type StopCase } from './run-case';

const claim = 'Each parcel is weighed twice.';
const turn = { text: `Parcels above the limit are refused. ${claim}`, delayMs: 100, chunks: 2, chunkDelayMs: 10 };
const concern = { claim, severity: 'blocking', reason: 'Once.', evidence: 'Nothing weighs again.', suggestion: 'Replace it with: Once.' };
/** Every turn is short, so that its boundaries are met often; a Team goes through all three phases. */
const script: Script = { '*': turn, skeptic: { ...turn, concerns: [concern] } };

export interface Sweep {
  name: string;
  policy: Policy;
  /** The offset begins here; the moment of asking if absent. */
  from?: (wave: Wave) => boolean;
  toMs: number;
  stepMs: number;
}

const isDone =
  (role: 'answer' | 'review') =>
  (wave: Wave): boolean =>
    wave.state === 'settled' || wave.jobs.some((job) => job.role === role && job.state === 'completed');

export const sweeps: Sweep[] = [
  { name: 'sweep from the question', policy: 'direct', toMs: 600, stepMs: 25 },
  { name: 'sweep from the question', policy: 'panel', toMs: 900, stepMs: 25 },
  { name: 'sweep from the question', policy: 'team', toMs: 1_500, stepMs: 25 },
  { name: 'sweep after the answer', policy: 'team', from: isDone('answer'), toMs: 300, stepMs: 20 },
  { name: 'sweep after the first review', policy: 'team', from: isDone('review'), toMs: 300, stepMs: 20 },
  { name: 'sweep after the first answer', policy: 'panel', from: isDone('answer'), toMs: 300, stepMs: 20 },
];

/** Presses Stop at every offset, several responses at a time, each in a conversation of its own. */
export async function runSweep(lab: Lab, sweep: Sweep, repeat: number, atOnce = 6): Promise<Row[]> {
  const offsets = Array.from({ length: Math.floor(sweep.toMs / sweep.stepMs) + 1 }, (_, at) => at * sweep.stepMs);
  const stopCase: StopCase = { name: `${sweep.name} (${sweep.policy})`, script, reached: () => true, boundMs: 15_000 };
  const rows: Row[] = [];
  const lane = async (): Promise<void> => {
    for (let offset = offsets.shift(); offset !== undefined; offset = offsets.shift()) {
      const subject = await askWatched(lab, sweep.policy, script);
      const scene: Scene = { lab, subjects: [subject], repositoryIds: [], undo: [] };
      try {
        if (sweep.from) await until(lab, subject, sweep.from);
        await pause(offset);
        await stop(lab, subject);
        rows.push(await endOf(lab, stopCase, subject, await askNext(lab, subject), repeat, scene));
      } finally {
        await subject.unwatch();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return rows;
}
