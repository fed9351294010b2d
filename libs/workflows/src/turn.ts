import { limits } from '@parley/domain';
import { ActivityFailure, CancelledFailure } from '@temporalio/common';
import { CancellationScope, condition } from '@temporalio/workflow';
import type { TurnEnd, TurnRef, WaveBrief } from './activities';
import { curation, turns } from './proxies';
import { lose, reconcileTurn, type TurnFinish } from './reconcile-turn';
import { interrupt, notPickedUp, noteHostWait, recordStop, unlessStale } from './stop';
import type { WaveState } from './wave-state';

type End = TurnEnd['status'] | 'not_sent' | 'never_started' | 'lost';

/** An accepted end can be the proof that nothing was sent: the API has opened the next attempt then. */
const endOf = (turn: TurnEnd): End => (turn.status === 'settled' && turn.outcome === 'not_sent' ? 'not_sent' : turn.status);

/** Temporal's own proof that no host ever saw the task; a bare cancellation comes from a scope that was cancelled before the task was scheduled. */
const neverStarted = (error: unknown): boolean =>
  error instanceof CancelledFailure ||
  (error instanceof ActivityFailure && error.cause instanceof CancelledFailure && error.cause.details.includes('ACTIVITY_ID_NOT_STARTED'));

/** A task that no host picks up within seconds is shown as waiting and queued again, without a limit. It cannot have run: the server starts a task or times it out, never both. */
async function dispatch(state: WaveState, turn: TurnRef, brief: WaveBrief): Promise<End> {
  const { jobId, attempt, hostId } = turn;
  const deadlineMs = brief.turnDeadlineMs;
  const input = { jobId, attempt, waveId: state.waveId, deadlineMs };
  try {
    return endOf(await turns(hostId, brief.ownerId, deadlineMs, 'prompt').runTurn(input));
  } catch (error) {
    if (!notPickedUp(error)) return neverStarted(error) ? 'never_started' : 'lost';
  }
  state.mark(turn, 'waiting');
  noteHostWait(state, hostId);
  try {
    return endOf(await turns(hostId, brief.ownerId, deadlineMs, 'patient').runTurn(input));
  } catch (error) {
    return neverStarted(error) ? 'never_started' : 'lost';
  }
}

async function cancelBeforeStart(state: WaveState, turn: TurnRef): Promise<TurnFinish> {
  await Promise.all([recordStop(state), unlessStale(curation.settleTurn(turn.jobId, turn.attempt, 'canceled_before_start'))]);
  state.mark(turn, 'over');
  return 'closed';
}

/**
 * Runs one provider turn to an end that is known, or to the explicit statement that it is not known.
 * The turn has a cancellation scope of its own. On a stop the scope is cancelled (atomic for a turn that no host has begun) and the interrupt goes
 * over the control queue in the same moment, so that neither a busy turn queue nor a slow heartbeat delays it.
 */
export async function runTurnToEnd(state: WaveState, turn: TurnRef, brief: WaveBrief): Promise<TurnFinish> {
  if (state.isKnown(turn)) return reconcileTurn(state, turn, brief.turnDeadlineMs);
  if (state.stopping) return cancelBeforeStart(state, turn);
  state.mark(turn, 'dispatched');

  const scope = new CancellationScope({ cancellable: true });
  const ending: { end?: End } = {};
  void scope.run(() => dispatch(state, turn, brief)).then((end) => (ending.end = end));
  const known = (): boolean => ending.end !== undefined || state.hasNews(turn);
  await condition(() => known() || state.stopping);

  const reach = { host: false };
  if (!known()) {
    state.mark(turn, 'interrupting');
    scope.cancel();
    void interrupt(turn).then((reached) => (reach.host = reached));
    await Promise.all([recordStop(state), condition(known, limits.stopTerminalMs)]);
    if (!known() && !reach.host) return lose(state, turn, 'delivery_not_confirmed');
  }
  switch (ending.end) {
    case 'settled':
      state.mark(turn, 'over');
      return 'settled';
    case 'not_sent':
      state.mark(turn, 'over');
      return 'closed';
    case 'never_started':
      return cancelBeforeStart(state, turn);
    default: {
      // The host came back with evidence before the heartbeat of its dead process ran out: that task is not waited for.
      if (ending.end === undefined) scope.cancel();
      const finish = await reconcileTurn(state, turn, brief.turnDeadlineMs, reach.host);
      if (finish !== 'lost') state.mark(turn, 'over');
      return finish;
    }
  }
}
