import { ApplicationFailure } from '@temporalio/common';
import { CancellationScope, getExternalWorkflowHandle, setHandler, sleep } from '@temporalio/workflow';
import type { AgentPolicy } from '@parley/domain';
import type { Settled, WaveBrief, WaveStep } from './activities';
import { prepareContext, waitForTurn } from './context';
import { contextDecision, predecessorSettled, progress, stopRequested, turnEvidence, waitingChanged, waveWorkflowId } from './messages';
import { runPhase } from './phase';
import { curation } from './proxies';
import { recoverTurns } from './recovery';
import { isGone, isStale, recordStop } from './stop';
import { WaveState } from './wave-state';

const settleAgainMs = 5_000;

/** After this phase nothing can follow, so that settling needs no further question when every turn's end is stored. */
const lastPhase: Record<AgentPolicy, string> = { direct: 'answer', panel: 'answer', team: 'correct' };

/**
 * One response of agents to one message, from its place in the queue to its receipt. It knows ids and counts only; what a phase is made of is decided by
 * `advanceWave`. The body cannot be cancelled: an operator's Cancel is a stop like a person's, so that a running turn still ends with its proof.
 */
export async function wave(waveId: string): Promise<Settled | null> {
  const state = new WaveState(waveId);
  setHandler(progress, () => state.progress());
  setHandler(stopRequested, ({ stopId }) => state.stopOnce(stopId));
  setHandler(contextDecision, (decision) => state.decide(decision));
  setHandler(predecessorSettled, () => void (state.predecessorSignalled = true));
  setHandler(turnEvidence, ({ jobId, attempt, kind }) => state.learn(jobId, attempt, kind));
  setHandler(waitingChanged, ({ waiting }) => state.learnWait(waiting));
  CancellationScope.current().cancelRequested.catch(() => state.stop('operator'));
  return CancellationScope.nonCancellable(() => unlessGone(state, respond(state)));
}

/** A wave that the store does not know any more was deleted with its conversation, or is newer than the backup that the store was restored from: there is nobody to work for. */
async function unlessGone(state: WaveState, response: Promise<Settled | null>): Promise<Settled | null> {
  try {
    return await response;
  } catch (error) {
    if (!isGone(error)) throw error;
    state.enter('gone');
    return null;
  }
}

async function respond(state: WaveState): Promise<Settled | null> {
  const loaded = await load(state.waveId);
  if (loaded === null || loaded.settled) return null;
  state.begin(loaded);

  const brief = await waitForTurn(state, loaded);
  const ready = state.stopping ? null : await prepareContext(state, brief);
  if (ready !== null) await runPhases(state, brief, ready.step ?? (await curation.advanceWave(state.waveId)));

  const settled = await settle(state, brief);
  state.enter('settled', 'complete');
  state.publish('settled');
  await tellSuccessor(settled.successorId);
  return settled;
}

/** A wave that was deleted with its conversation has nothing to settle. */
async function load(waveId: string): Promise<WaveBrief | null> {
  try {
    return await curation.loadWave(waveId);
  } catch (error) {
    if (isStale(error)) return null;
    throw error;
  }
}

async function runPhases(state: WaveState, brief: WaveBrief, first: WaveStep): Promise<void> {
  for (let step = first; step.next !== 'settle'; step = await curation.advanceWave(state.waveId)) {
    if (step.next === 'recover') {
      await recoverTurns(state, step, brief);
      continue;
    }
    const allSettled = await runPhase(state, step, brief);
    if (state.stopping) await recordStop(state);
    else if (allSettled && step.phase === lastPhase[brief.policy]) return;
  }
}

/** A wave that is not over after all (an end that came in between opened a new attempt) goes on; the pause keeps a disagreement from turning into a tight circle. */
async function settle(state: WaveState, brief: WaveBrief): Promise<Settled> {
  for (;;) {
    state.enter('settling');
    if (state.stopping) await recordStop(state);
    try {
      return await curation.settleWave(state.waveId);
    } catch (error) {
      if (!isStale(error)) throw error;
    }
    const step = await curation.advanceWave(state.waveId);
    if (step.next === 'settle') await sleep(settleAgainMs);
    else await runPhases(state, brief, step);
  }
}

/** The commit of `settleWave` came first: a successor that starts now reads it, one that waits gets the signal, one that is gone needs neither. */
async function tellSuccessor(successorId: string | null): Promise<void> {
  if (successorId === null) return;
  try {
    await getExternalWorkflowHandle(waveWorkflowId(successorId)).signal(predecessorSettled);
  } catch (error) {
    if (!(error instanceof ApplicationFailure && error.type === 'ExternalWorkflowExecutionNotFound')) throw error;
  }
}
