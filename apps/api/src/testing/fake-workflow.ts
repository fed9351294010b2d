import type { Settled, WaveStep } from '@parley/workflows';
import type { Services } from '../app/services';
import { curationActivities } from '../curation/activities';
import type { TestAssignment, TestHost, TestTerminal } from './test-host';

/** What an agent does with its turn; null leaves it unanswered. */
export type Script = (assignment: TestAssignment) => TestTerminal | null;

/** Runs one turn as a host would: fetch, tell the delivery, end. A turn that is refused is over already. */
export async function runTurn(host: TestHost, turn: { jobId: string; attempt: number }, script: Script): Promise<string | null> {
  let assignment: TestAssignment;
  try {
    assignment = await host.assignment(turn.jobId, turn.attempt);
  } catch {
    return 'over';
  }
  const params = { jobId: turn.jobId, attempt: turn.attempt };
  const terminal = script(assignment);
  await host.client.call('postDelivery', { params, body: { delivery: 'sending', attestation: null } });
  if (terminal?.status !== 'not_delivered')
    await host.client.call('postDelivery', { params, body: { delivery: 'acknowledged', attestation: null } });
  return terminal === null ? null : (await host.terminal(turn.jobId, turn.attempt, terminal)).outcome;
}

/** The wave workflow without Temporal: the same activities and endpoints in the same order. Returns when the wave has settled or is held up. */
export async function driveWave(services: Services, host: TestHost, waveId: string, script: Script): Promise<Settled | { held: string }> {
  const curation = curationActivities(services);
  const brief = await curation.loadWave(waveId);
  if (brief.settled) return curation.settleWave(waveId);
  if (!brief.predecessorSettled) return { held: 'predecessor' };
  for (const hostId of brief.contextHostIds) if (hostId === host.hostId) await host.capture(waveId);
  const frozen = await curation.freezeContext(waveId);
  if (frozen.gate !== 'ready') return { held: frozen.gate };
  return drivePhases(services, host, waveId, script, frozen.step ?? (await curation.advanceWave(waveId)));
}

export async function drivePhases(
  services: Services,
  host: TestHost,
  waveId: string,
  script: Script,
  first?: WaveStep,
): Promise<Settled | { held: string }> {
  const curation = curationActivities(services);
  for (let step = first ?? (await curation.advanceWave(waveId)); step.next !== 'settle'; step = await curation.advanceWave(waveId)) {
    if (step.next === 'recover') return { held: 'recovery' };
    const ends = await Promise.all(step.turns.map((turn) => runTurn(host, turn, script)));
    if (ends.includes(null)) return { held: 'turn' };
  }
  return curation.settleWave(waveId);
}
