import { condition } from '@temporalio/workflow';
import type { TurnRef, WaveBrief, WaveStep } from './activities';
import { curation } from './proxies';
import { giveUp, lookOnce, reconcilePatienceMs, reconcileTurn } from './reconcile-turn';
import { interruptPatienceMs, recordStop, unlessStale } from './stop';
import type { WaveState } from './wave-state';

type Recover = Extract<WaveStep, { next: 'recover' }>;

/**
 * Waits without a timer for what can end a lost turn: evidence of its host (of a stopped turn also that it lives), a person's look-again, or a further Stop,
 * which gives the turn up.
 * Stops from before the loss have been acted on already and do not give anything up: a person who clicks twice must not lose an answer.
 */
export async function recoverTurns(state: WaveState, step: Recover, brief: WaveBrief): Promise<void> {
  const unseen = (step.lost ?? []).filter(({ jobId }) => state.lastTurn(jobId) === undefined);
  for (const { code, ...turn } of unseen) state.adopt(turn, code);
  const lost = step.jobIds.map((jobId) => state.lastTurn(jobId)).filter((turn): turn is TurnRef => turn !== undefined);
  state.enter('recovery_required');
  state.publish('recovery_required');
  state.wait('recovery');
  // Started anew, it has not asked anybody yet: the journal may know the end that the store lost.
  if (unseen.length > 0) return void (await Promise.all(unseen.map((turn) => lookOnce(state, turn))));
  const givenUp = (): TurnRef[] => lost.filter((turn) => !state.hasEnd(turn) && state.stoppedSinceLost(turn));
  const outlived = (): TurnRef[] => (state.stopping ? lost.filter((turn) => state.evidenceOf(turn) === 'alive') : []);
  await condition(() => givenUp().length > 0 || state.decided || lost.some((turn) => state.hasEnd(turn)) || outlived().length > 0);

  if (givenUp().length > 0) {
    const turns = givenUp();
    await Promise.all([recordStop(state), ...turns.map((turn) => giveUp(state, turn, interruptPatienceMs))]);
    for (const turn of turns) state.lose(turn);
    return;
  }
  const ended = lost.filter((turn) => state.hasEnd(turn));
  for (const turn of ended) {
    if (state.evidenceOf(turn) === 'not_sent')
      await unlessStale(curation.settleTurn(turn.jobId, turn.attempt, state.stopping ? 'canceled_before_start' : 'not_sent'));
    // Taken once: if the store disagrees, new evidence or a person is waited for, not a circle.
    state.forget(turn);
    state.mark(turn, 'over');
  }
  if (ended.length > 0) return;
  // The Stop could not reach the host when it was pressed; what has outlived that host is told now.
  const alive = outlived();
  if (alive.length > 0) return void (await Promise.all(alive.map((turn) => reconcileTurn(state, turn, brief.turnDeadlineMs))));
  if (state.takeDecision() === undefined) return;
  await Promise.all(lost.map((turn) => reconcileTurn(state, turn, Math.min(brief.turnDeadlineMs, reconcilePatienceMs * 3))));
}
