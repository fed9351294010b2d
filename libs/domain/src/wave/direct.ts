import { contribution, inPhase, runPhase, settle } from './phase';
import type { JobFacts, NextStep, WaveFacts } from './wave-facts';

/** One agent, one answer. */
export function directNext(wave: WaveFacts, jobs: readonly JobFacts[]): NextStep {
  const [job] = inPhase(jobs, 'answer');
  if (job === undefined) return runPhase('answer', wave, jobs, []);
  if (contribution(job) === null)
    return job.state === 'context_stale' ? settle('stale', 'context_changed') : settle('no_response', 'failed');
  if (job.freshness === 'changed_during_job') return settle('stale', 'context_changed');
  // Whether the sources changed could not be seen: the answer stands, but nobody may read it as complete.
  return job.freshness === 'fresh' ? settle('complete', 'completed') : settle('partial', 'completed');
}
