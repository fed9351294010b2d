import { sleep } from '@temporalio/workflow';
import type { WaveBrief, WaveStep } from './activities';
import type { TurnFinish } from './reconcile-turn';
import { runTurnToEnd } from './turn';
import type { WaveState } from './wave-state';

type Run = Extract<WaveStep, { next: 'run' }>;

/** One conversation never has more turns than this at once, so that a Panel cannot fill a host. Its waves run one after the other, so the wave's own count is enough. */
const turnsAtOnce = 2;
const repeatAfterMs = 5_000;

/** Runs the turns of one phase, each to its own end; one that fails or is lost never touches its siblings. Returns whether every turn's end is stored. */
export async function runPhase(state: WaveState, step: Run, brief: WaveBrief): Promise<boolean> {
  state.enter('running', step.phase);
  state.publish('running');
  // The API hands an attempt out again only when its end did not reach it: ask the journal, but not in a tight circle.
  if (step.turns.some((turn) => state.isKnown(turn))) await sleep(repeatAfterMs);

  const queue = [...step.turns];
  const finishes: TurnFinish[] = [];
  const lane = async (): Promise<void> => {
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) finishes.push(await runTurnToEnd(state, turn, brief));
  };
  await Promise.all(Array.from({ length: turnsAtOnce }, lane));
  return finishes.every((finish) => finish === 'settled');
}
