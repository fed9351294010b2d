import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { CancellationScope } from '@temporalio/workflow';
import type { TurnRef } from './activities';
import { control, curation } from './proxies';
import type { WaveState } from './wave-state';

/** How long a host may take to pick up an interrupt. */
export const interruptPatienceMs = 5_000;

const failedWith = (error: unknown, type: string): boolean =>
  error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type;

/** The store does not know what was asked about. */
export const isGone = (error: unknown): boolean => failedWith(error, 'not_found');

/** The stored state moved on before this record came: it says nothing that is not known already. */
export const isStale = (error: unknown): boolean => failedWith(error, 'stale_state') || isGone(error);

/** The task timed out before any host began it: it never ran and never will. */
export const notPickedUp = (error: unknown): boolean =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure && error.cause.timeoutType === 'SCHEDULE_TO_START';

export async function unlessStale<T>(record: Promise<T>): Promise<T | undefined> {
  try {
    return await record;
  } catch (error) {
    if (!isStale(error)) throw error;
    return undefined;
  }
}

/** Tells the store, and thereby people, that a host is waited for. Nothing waits for the answer, which says whether the host is away or busy. */
export function noteHostWait(state: WaveState, hostId: string): void {
  void CancellationScope.nonCancellable(async () =>
    state.learnWait(await unlessStale(curation.recordWaiting(state.waveId, 'host', hostId))),
  );
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
  const done: Promise<void> = unlessStale(curation.recordStopping(state.waveId, state.stopOrigin));
  recorded.set(state, { stops: state.stops, done });
  return done;
}
