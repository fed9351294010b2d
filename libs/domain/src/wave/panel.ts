import { contribution, inPhase, runPhase, settle } from './phase';
import type { JobFacts, NextStep, WaveFacts } from './wave-facts';

/** Two or three agents, independent: a member that failed takes nothing from the others. */
export function panelNext(wave: WaveFacts, jobs: readonly JobFacts[]): NextStep {
  const members = inPhase(jobs, 'answer');
  if (members.length < wave.assignments.length) return runPhase('answer', wave, jobs, []);
  const contributed = members.filter((job) => contribution(job) !== null);
  if (contributed.length === 0) {
    return members.some((job) => job.state === 'context_stale') ? settle('stale', 'context_changed') : settle('no_response', 'failed');
  }
  const whole = contributed.length === members.length && contributed.every((job) => job.freshness === 'fresh');
  return whole ? settle('complete', 'completed') : settle('partial', 'failed');
}
