import type { Wave } from '../api/types';
import { between, duration } from '../ui/moments';
import { roleWords } from './words';

export interface Bar {
  kind: 'wait' | 'run' | 'failed';
  /** Percent of the whole. */
  from: number;
  width: number;
  text: string;
}
export interface Timeline {
  totalMs: number;
  lanes: { name: string; bars: Bar[] }[];
  /** Marks of the axis: percent and words. */
  marks: { at: number; text: string }[];
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** When what happened, as a picture: how long the wave waited, and the turns of each agent. */
export function timelineOf(wave: Wave, now: Date): Timeline {
  const end = wave.settledAt ?? now.toISOString();
  const totalMs = Math.max(1, between(wave.createdAt, end));
  const percent = (iso: string): number => Math.min(100, Math.max(0, (between(wave.createdAt, iso) / totalMs) * 100));
  const lanes: Timeline['lanes'] = [];
  const firstStart = wave.jobs.flatMap((job) => (job.startedAt === null ? [] : [job.startedAt])).sort()[0];
  lanes.push({
    name: 'Waiting',
    bars: [{ kind: 'wait', from: 0, width: percent(firstStart ?? end), text: duration(between(wave.createdAt, firstStart ?? end), true) }],
  });
  for (const job of wave.jobs) {
    const lane = lanes.find(({ name }) => name === job.participant.name) ?? { name: job.participant.name, bars: [] };
    if (!lanes.includes(lane)) lanes.push(lane);
    if (job.startedAt === null) continue;
    const finished = job.finishedAt ?? end;
    const from = percent(job.startedAt);
    lane.bars.push({
      kind: job.state === 'failed' || job.state === 'canceled' ? 'failed' : 'run',
      from,
      width: Math.max(0.6, percent(finished) - from),
      text: `${roleWords[job.role]} ${duration(between(job.startedAt, finished), true)}`,
    });
  }
  const step = (steps.find((seconds) => totalMs / 1000 / seconds <= 5) ?? 7_200) * 1000;
  const marks = [];
  for (let at = step; at < totalMs * 0.96; at += step) marks.push({ at: (at / totalMs) * 100, text: `+${duration(at)}` });
  return { totalMs, lanes, marks };
}
