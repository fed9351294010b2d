import { CancellationScope, condition } from '@temporalio/workflow';
import type { Frozen, WaveBrief } from './activities';
import { capture, curation } from './proxies';
import { isStale, notPickedUp, noteHostWait, unlessStale } from './stop';
import type { WaveState } from './wave-state';

const firstRereadMs = 60_000;
const longestRereadMs = 15 * 60_000;

/** Waits until no earlier wave of the conversation is unsettled, or until a stop. The re-reads repair a lost signal and get rarer, so that a long queue stays a small history. */
export async function waitForTurn(state: WaveState, first: WaveBrief): Promise<WaveBrief> {
  let brief = first;
  for (let patience = firstRereadMs; !brief.predecessorSettled && !state.stopping; patience = Math.min(patience * 2, longestRereadMs)) {
    if (patience === firstRereadMs) {
      state.wait('predecessor');
      state.publish('queued');
      await unlessStale(curation.recordWaiting(state.waveId, 'predecessor', null));
    }
    await condition(() => state.predecessorSignalled || state.stopping, patience);
    if (state.stopping) break;
    state.predecessorSignalled = false;
    brief = await curation.loadWave(state.waveId);
    state.begin(brief);
    if (brief.predecessorSettled) await unlessStale(curation.recordWaiting(state.waveId, 'none', null));
  }
  return brief;
}

async function captureOn(state: WaveState, hostId: string): Promise<void> {
  try {
    await capture(hostId, 'prompt').captureContext(state.waveId);
  } catch (error) {
    if (!notPickedUp(error)) return;
    state.wait('host');
    noteHostWait(state, hostId);
    await capture(hostId, 'patient')
      .captureContext(state.waveId)
      .catch(() => undefined);
  }
}

/** Asks each host for its Git evidence. A host that is away is waited for; a failed capture is left to `freezeContext`, which names what is missing. */
async function captureContext(state: WaveState, hostIds: string[]): Promise<void> {
  const scope = new CancellationScope({ cancellable: true });
  const captured = { all: hostIds.length === 0 };
  if (!captured.all) void scope.run(() => Promise.all(hostIds.map((hostId) => captureOn(state, hostId)))).then(() => (captured.all = true));
  await condition(() => captured.all || state.stopping);
  if (!captured.all) scope.cancel();
}

/**
 * Captures and freezes the context, and passes the gate. `reconfirmation_required` waits for Continue or Cancel, `interrupted` for Resume or Cancel;
 * both look at the repositories again first, so that what is confirmed is what is there. Returns null when nothing will run.
 */
export async function prepareContext(state: WaveState, brief: WaveBrief): Promise<Extract<Frozen, { gate: 'ready' }> | null> {
  state.enter('capturing_context');
  await captureContext(state, brief.contextHostIds);
  if (state.stopping) return null;
  let frozen: Frozen | { gate: 'canceled' } = await curation.freezeContext(state.waveId);
  while (frozen.gate === 'reconfirmation_required' || frozen.gate === 'interrupted') {
    state.publish('planned');
    state.wait(frozen.gate === 'interrupted' ? 'resume' : 'decision');
    await condition(() => state.decided || state.stopping);
    const taken = state.takeDecision();
    if (state.stopping || taken === undefined) return null;
    state.enter('capturing_context');
    if (taken.decision !== 'cancel') await captureContext(state, brief.contextHostIds);
    if (state.stopping) return null;
    try {
      frozen = await curation.decideGate(state.waveId, taken.decision, taken.fingerprint);
    } catch (error) {
      // The decision was about a gate that has changed since: the person is asked again.
      if (!isStale(error)) throw error;
    }
  }
  return frozen.gate === 'ready' && !state.stopping ? frozen : null;
}
