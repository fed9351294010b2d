import type { TurnPhase } from '../vocabulary';
import type { JobFacts, JobPlan, NextStep, Settlement, WaveFacts } from './wave-facts';

export const settle = (outcome: Settlement['outcome'], reason: Settlement['reason']): NextStep => ({
  next: 'settle',
  settlement: { outcome, reason },
  cancel: [],
});

/** A usable answer: a turn that completed and published its message. Reviews are no contribution by themselves. */
export const contribution = (job: JobFacts): string | null =>
  job.state === 'completed' && job.result?.kind === 'answer' ? job.result.messageId : null;
export const hasContribution = (jobs: readonly JobFacts[]): boolean => jobs.some((job) => contribution(job) !== null);
export const inPhase = (jobs: readonly JobFacts[], phase: TurnPhase): JobFacts[] =>
  jobs.filter((job) => job.phase === phase).sort((a, b) => a.position - b.position);

/** The jobs that a phase needs. Team answers with its Lead only; a Panel answers with everyone. */
function plansOf(phase: TurnPhase, wave: WaveFacts, targetMessageId: string | null): JobPlan[] {
  switch (phase) {
    case 'answer': {
      const answering = wave.policy === 'panel' ? wave.assignments.length : 1;
      return Array.from({ length: answering }, (_, index) => ({
        phase,
        role: 'answer' as const,
        position: index,
        assignment: index,
        targetMessageId: null,
      }));
    }
    case 'review':
      return wave.assignments
        .slice(1)
        .map((_, index) => ({ phase, role: 'review' as const, position: index, assignment: index + 1, targetMessageId }));
    case 'correct':
      return [{ phase, role: 'correct', position: 0, assignment: 0, targetMessageId }];
  }
}

export function runPhase(phase: TurnPhase, wave: WaveFacts, jobs: readonly JobFacts[], queued: readonly JobFacts[]): NextStep {
  const existing = inPhase(jobs, phase);
  const target =
    inPhase(jobs, 'answer')
      .map(contribution)
      .find((id) => id !== null) ?? null;
  const create = plansOf(phase, wave, target).filter((plan) => !existing.some((job) => job.position === plan.position));
  return { next: 'run', phase, create, jobIds: queued.filter((job) => job.phase === phase).map((job) => job.id) };
}
