import { isTerminalJob } from '../state/job-states';
import type { WaveState } from '../vocabulary';
import type { JobFacts, WaveFacts } from './wave-facts';

/** The state that a wave's children prove; write it by `wavePath(wave.state, …)`. Settling is `decideNext`'s word, not this one's. */
export function deriveWaveState(wave: Pick<WaveFacts, 'state' | 'stopRequested'>, jobs: readonly Pick<JobFacts, 'state'>[]): WaveState {
  if (wave.state === 'settled') return 'settled';
  const recovery = jobs.some((job) => job.state === 'recovery_required');
  if (wave.stopRequested)
    return stoppingState(wave.state, recovery || jobs.some((job) => !isTerminalJob(job.state) && job.state !== 'queued'));
  if (recovery) return 'recovery_required';
  if (jobs.length === 0) return wave.state;
  // A wave that ran once does not go back to waiting: a later phase that waits for its host is still this response running.
  if (wave.state === 'running' || wave.state === 'recovery_required') return 'running';
  return jobs.some((job) => job.state !== 'queued') ? 'running' : 'queued';
}

function stoppingState(state: WaveState, active: boolean): WaveState {
  if (active || state === 'recovery_required') return 'stopping';
  return state === 'stopping' ? 'stopping' : 'stop_requested';
}
