import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import type { TurnRef } from './activities';
import { control, curation } from './proxies';
import type { WaveState } from './wave-state';

/** How long a host may take to pick up an interrupt. */
export const interruptPatienceMs = 5_000;

/** The stored state moved on before this record came: it says nothing that is not known already. */
export const isStale = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  (error.cause.type === 'stale_state' || error.cause.type === 'not_found');

/** The task timed out before any host began it: it never ran and never will. */
export const notPickedUp = (error: unknown): boolean =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure && error.cause.timeoutType === 'SCHEDULE_TO_START';

export async function unlessStale(record: Promise<void>): Promise<void> {
  try {
    await record;
  } catch (error) {
    if (!isStale(error)) throw error;
  }
}

/** Resolves with whether the host took the interrupt; an absent host is an answer, not an error. */
export async function interrupt(turn: TurnRef): Promise<boolean> {
  try {
    await control(turn.hostId, interruptPatienceMs).interruptTurn({ jobId: turn.jobId, attempt: turn.attempt });
    return true;
  } catch (error) {
    if (error instanceof ActivityFailure) return false;
    throw error;
  }
}

const recorded = new WeakMap<WaveState, { stops: number; done: Promise<void> }>();

/** Tells the API that the workflow acts on a stop, once per stop, however many turns act on it. */
export function recordStop(state: WaveState): Promise<void> {
  const last = recorded.get(state);
  if (last?.stops === state.stops) return last.done;
  state.publish('stopping');
  const done = unlessStale(curation.recordStopping(state.waveId, state.stopOrigin));
  recorded.set(state, { stops: state.stops, done });
  return done;
}
