import { movement, type Spread, spreadOf, summarize, type Summary } from './statistics';

export type Share = 'p50' | 'p95' | 'p99';
export type Verdict = 'met' | 'missed' | 'too noisy' | 'shown';

/** One line of the table. */
export interface Line {
  row: string;
  what: string;
  /** What `value` is, for example `p50 ratio` or `events`. */
  measure: string;
  value: Spread;
  /** For example `≤ 1.3`; null: shown without a target. */
  target: string | null;
  verdict: Verdict;
  ours: Summary | null;
  floor: Summary | null;
  unit: string;
  note: string | null;
}

export interface Block {
  ours: readonly number[];
  floor: readonly number[];
}

export type Arm = () => Promise<readonly number[]>;
export interface Arms {
  ours: Arm;
  floor: Arm;
}

/** Runs both arms in turn, the one that begins changing with each block. The first pair warms up and is thrown away. */
export async function alternate(blocks: number, { ours, floor }: Arms): Promise<Block[]> {
  const done: Block[] = [];
  await floor();
  await ours();
  for (let i = 0; i < blocks; i += 1) {
    const first = await (i % 2 === 0 ? ours() : floor());
    const second = await (i % 2 === 0 ? floor() : ours());
    done.push(i % 2 === 0 ? { ours: first, floor: second } : { ours: second, floor: first });
  }
  return done;
}

export interface Target {
  of: Share;
  /** Absent: the ratio is shown, and nothing is asked of it. */
  atMost?: number;
  atLeast?: number;
}

/** Beyond this the machine was not the same for both arms, and a ratio says nothing about us. */
const noise = 0.25;

interface Compared {
  row: string;
  what: string;
  unit?: string;
  note?: string;
  targets: readonly Target[];
}

/** The median of the block ratios against each target, with both arms as they were. */
export function compare({ row, what, unit = 'ms', note, targets }: Compared, blocks: readonly Block[]): Line[] {
  const floors = blocks.map((block) => summarize(block.floor).p50);
  const isNoisy = blocks.length < 2 || movement(floors) > noise;
  return targets.map((target) => {
    const value = spreadOf(blocks.map((block) => summarize(block.ours)[target.of] / summarize(block.floor)[target.of]));
    return {
      row,
      what,
      measure: `${target.of} ratio`,
      value,
      ...judge(value.median, target, isNoisy),
      ours: summarize(blocks.flatMap((block) => block.ours)),
      floor: summarize(blocks.flatMap((block) => block.floor)),
      unit,
      note: note ?? null,
    };
  });
}

interface Counted {
  row: string;
  what: string;
  measure: string;
  values: readonly number[];
  unit?: string;
  atMost?: number;
  atLeast?: number;
  note?: string;
}

/** A number that needs no floor: a size, a count, or a time against a fixed bound. The worst of the values is judged. */
export function count({ row, what, measure, values, unit = '', note, ...target }: Counted): Line {
  const value = spreadOf(values);
  const judged = target.atLeast === undefined ? value.high : value.low;
  return { row, what, measure, value, ...judge(judged, target, false), ours: null, floor: null, unit, note: note ?? null };
}

function judge(value: number, { atMost, atLeast }: Pick<Target, 'atMost' | 'atLeast'>, isNoisy: boolean): Pick<Line, 'target' | 'verdict'> {
  if (atMost === undefined && atLeast === undefined) return { target: null, verdict: 'shown' };
  const target = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  if (isNoisy) return { target, verdict: 'too noisy' };
  return { target, verdict: value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'met' : 'missed' };
}
