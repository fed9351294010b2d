import { isTerminalJob } from '../state/job-states';
import { panelNext } from './panel';
import { hasContribution, runPhase } from './phase';
import { directNext } from './direct';
import { teamNext } from './team';
import type { ConcernFacts, JobFacts, NextStep, WaveFacts } from './wave-facts';

/**
 * What a wave does next, from what is stored and nothing else; the first rule that applies decides.
 * A job that ended with proven non-delivery and may be tried again is stored as `queued` with its next attempt (see `decideTerminal`).
 */
export function decideNext(wave: WaveFacts, jobs: readonly JobFacts[], concerns: readonly ConcernFacts[]): NextStep {
  if (wave.settlement !== null) return { next: 'settle', settlement: wave.settlement, cancel: [] };
  const unconfirmed = jobs.filter((job) => job.state === 'recovery_required');
  if (unconfirmed.length > 0) return { next: 'recover', jobIds: unconfirmed.map((job) => job.id) };
  if (wave.stopRequested) return stopNext(jobs);
  if (wave.gate !== 'ready') return { next: 'wait', jobIds: [] };
  if (wave.assignments.length === 0) return { next: 'settle', settlement: { outcome: 'failed', reason: 'failed' }, cancel: [] };
  // Active turns end before anything is decided; queued ones beside them still have to be dispatched.
  const open = jobs.filter((job) => !isTerminalJob(job.state));
  const queued = open.filter((job) => job.state === 'queued');
  const [first] = queued;
  if (first !== undefined) return runPhase(first.phase, wave, jobs, queued);
  if (open.length > 0) return { next: 'wait', jobIds: open.map((job) => job.id) };
  switch (wave.policy) {
    case 'direct':
      return directNext(wave, jobs);
    case 'panel':
      return panelNext(wave, jobs);
    case 'team':
      return teamNext(wave, jobs, concerns);
  }
}

/** A queued job was never handed to a host, which is proof that it can be canceled here; what a host has must end by itself first. */
function stopNext(jobs: readonly JobFacts[]): NextStep {
  const active = jobs.filter((job) => !isTerminalJob(job.state) && job.state !== 'queued');
  if (active.length > 0) return { next: 'wait', jobIds: active.map((job) => job.id) };
  const cancel = jobs.filter((job) => job.state === 'queued').map((job) => job.id);
  // A completed answer that raced the stop stays and is shown.
  return hasContribution(jobs)
    ? { next: 'settle', settlement: { outcome: 'partial', reason: 'stopped' }, cancel }
    : { next: 'settle', settlement: { outcome: 'canceled', reason: 'user_canceled' }, cancel };
}
