import { limits, type RecoveryCode } from '@parley/domain';
import { ActivityFailure } from '@temporalio/common';
import { condition } from '@temporalio/workflow';
import type { TurnRef } from './activities';
import { control, curation } from './proxies';
import { interrupt, interruptPatienceMs, recordStop, unlessStale } from './stop';
import type { WaveState } from './wave-state';

/** `settled`: its end is stored. `closed`: it never ran, and what follows is for `advanceWave` to say. `lost`: recovery is recorded. */
export type TurnFinish = 'settled' | 'closed' | 'lost';

export const reconcilePatienceMs = 20_000;
/** People are asked soon: a host that comes back later tells by itself what became of its turns, and the wave goes on. */
const firstPatienceMs = 3_000;
const firstLookMs = 5_000;
const longestLookMs = 60_000;

type Answer = 'settled' | 'reopened' | 'not_sent' | 'alive' | 'unknown' | 'absent';

async function ask(state: WaveState, turn: TurnRef, patienceMs: number): Promise<Answer> {
  if (state.hasEnd(turn)) return state.evidenceOf(turn) === 'terminal' ? 'settled' : 'not_sent';
  state.forget(turn);
  try {
    const found = await control(turn.hostId, patienceMs).reconcileTurn({ jobId: turn.jobId, attempt: turn.attempt });
    return found.status === 'settled' && found.outcome === 'not_sent' ? 'reopened' : found.status;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return state.hasEnd(turn) ? ask(state, turn, patienceMs) : 'absent';
  }
}

/** Ends a turn whose end is proven; `null` when the answer proves nothing. */
async function closeWith(state: WaveState, turn: TurnRef, answer: Answer): Promise<TurnFinish | null> {
  if (answer === 'settled') return 'settled';
  if (answer === 'reopened') return 'closed';
  if (answer !== 'not_sent') return null;
  await unlessStale(curation.settleTurn(turn.jobId, turn.attempt, state.stopping ? 'canceled_before_start' : 'not_sent'));
  return 'closed';
}

/**
 * What became of a turn that did not return its end. Only the host's journal answers; without proof the wave asks a person and nothing is sent again.
 * A turn that still lives is waited for until its deadline, or until it has withstood an interrupt, looked at after 5 s and then ever more rarely, so that histories stay small.
 */
export async function reconcileTurn(state: WaveState, turn: TurnRef, deadlineMs: number, wasInterrupted = false): Promise<TurnFinish> {
  state.mark(turn, 'reconciling');
  const patience = (): number => (state.stopping ? interruptPatienceMs : reconcilePatienceMs);
  let answer = await ask(state, turn, state.stopping ? interruptPatienceMs : firstPatienceMs);
  const giveUpAt = Date.now() + deadlineMs;
  let interrupted = wasInterrupted;
  for (let look = firstLookMs; answer === 'alive' && !interrupted && Date.now() < giveUpAt; look = Math.min(look * 2, longestLookMs)) {
    state.mark(turn, 'alive');
    await condition(() => state.evidenceOf(turn) !== undefined || state.stopping, look);
    if (state.stopping && !state.hasEnd(turn)) {
      interrupted = true;
      state.mark(turn, 'interrupting');
      await Promise.all([recordStop(state), interrupt(turn)]);
      await condition(() => state.hasEnd(turn), limits.stopTerminalMs);
    }
    answer = await ask(state, turn, patience());
  }
  return (await closeWith(state, turn, answer)) ?? lose(state, turn, answer === 'absent' ? 'delivery_not_confirmed' : 'delivery_ambiguous');
}

/** Takes what the journal of a lost turn's host can prove, and leaves the turn lost when it proves nothing. The first interrupt went with an earlier run, so a turn that lives is told again. */
export async function lookOnce(state: WaveState, turn: TurnRef): Promise<void> {
  if (state.stopping) await interrupt(turn);
  const answer = await ask(state, turn, reconcilePatienceMs);
  if ((await closeWith(state, turn, answer)) !== null) state.mark(turn, 'over');
}

/** The explicit "cannot confirm": stored, shown, and left to evidence or a person. */
export async function lose(state: WaveState, turn: TurnRef, code: RecoveryCode): Promise<TurnFinish> {
  state.lose(turn, code);
  await unlessStale(curation.recordRecovery(state.waveId, turn.jobId, turn.attempt, code));
  state.mark(turn, 'recovery_required');
  return 'lost';
}

/** A last look before a person's second Stop ends a lost turn; an absent host is not waited for longer than an interrupt. */
export async function giveUp(state: WaveState, turn: TurnRef, patienceMs: number): Promise<void> {
  const reached = state.hasEnd(turn) || (await interrupt(turn));
  const answer = reached ? await ask(state, turn, patienceMs) : 'absent';
  if ((await closeWith(state, turn, answer)) === null) await unlessStale(curation.settleTurn(turn.jobId, turn.attempt, 'given_up'));
  state.mark(turn, 'over');
}
