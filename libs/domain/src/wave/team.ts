import { contribution, inPhase, runPhase, settle } from './phase';
import type { ConcernFacts, JobFacts, NextStep, WaveFacts } from './wave-facts';

/** Lead, two blind reviews of its answer, at most one correction. Called when no job is open. The order of the rules is the policy. */
export function teamNext(wave: WaveFacts, jobs: readonly JobFacts[], concerns: readonly ConcernFacts[]): NextStep {
  const [lead] = inPhase(jobs, 'answer');
  if (lead === undefined) return runPhase('answer', wave, jobs, []);
  if (lead.state === 'context_stale') return settle('stale', 'context_changed');
  if (contribution(lead) === null) return settle('no_response', 'failed');
  if (lead.freshness === 'changed_during_job') return settle('stale', 'context_changed');

  const reviews = inPhase(jobs, 'review');
  if (reviews.length < wave.assignments.length - 1) return runPhase('review', wave, jobs, []);

  const eligible = concerns.filter((concern) => concern.eligible);
  const [correction] = inPhase(jobs, 'correct');
  // A concern is answered even when the other reviewer failed: one missing review must not silence the one that was made.
  if (eligible.length > 0 && correction === undefined) return runPhase('correct', wave, jobs, []);
  if (correction !== undefined && !isWholeCorrection(correction)) return settle('partial', 'failed');

  if (reviews.some((review) => review.state !== 'completed')) return settle('partial', 'failed');
  if (reviews.some((review) => !isWholeReview(review))) return settle('partial', 'completed');
  if (eligible.some((concern) => concern.outcome === null)) return settle('partial', 'completed');
  return lead.freshness === 'fresh' ? settle('complete', 'completed') : settle('partial', 'completed');
}

const isWholeCorrection = (job: JobFacts): boolean =>
  job.state === 'completed' && job.result?.kind === 'correction' && job.result.outcome !== 'abstained' && job.freshness === 'fresh';

const isWholeReview = (job: JobFacts): boolean =>
  job.result?.kind === 'review' && job.result.outcome !== 'abstained' && job.result.accessAvailable && job.freshness === 'fresh';
