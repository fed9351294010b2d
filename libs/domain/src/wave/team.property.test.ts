import fc from 'fast-check';
import { decideNext } from './decide-next';
import { isSettlement } from './settlement';
import type { ConcernFacts, JobFacts, JobPlan, WaveFacts } from './wave-facts';
import { freshnessValues, type CorrectionOutcome } from '../vocabulary';
import { isTerminalJob } from '../state/job-states';

/** How one turn ends, drawn at random. */
const end = fc.record({
  state: fc.constantFrom('completed', 'completed', 'completed', 'failed', 'canceled', 'context_stale'),
  freshness: fc.constantFrom(...freshnessValues),
  review: fc.constantFrom('concerns', 'no_concern_found', 'abstained'),
  correction: fc.constantFrom<CorrectionOutcome>('revised', 'defended', 'abstained', 'acknowledged_unresolved'),
  accessAvailable: fc.boolean(),
  eligible: fc.boolean(),
  answersConcern: fc.boolean(),
});
type End = typeof end extends fc.Arbitrary<infer T> ? T : never;

/** Plays a wave to its end: each turn ends as drawn. `stopAt`: the number of ended turns after which somebody presses Stop. */
function play(
  policy: WaveFacts['policy'],
  ends: End[],
  stopAt: number,
): { steps: string[]; jobs: JobFacts[]; concerns: ConcernFacts[]; settlement: WaveFacts['settlement'] } {
  const size = policy === 'direct' ? 1 : 3;
  const wave: WaveFacts = {
    policy,
    state: 'running',
    gate: 'ready',
    stopRequested: false,
    settlement: null,
    assignments: Array.from({ length: size }, () => ({ role: 'lead' as const, participantRevisionId: 'p' })),
  };
  const jobs: JobFacts[] = [];
  const concerns: ConcernFacts[] = [];
  const steps: string[] = [];
  let ended = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const step = decideNext({ ...wave, stopRequested: ended >= stopAt }, jobs, concerns);
    steps.push(step.next === 'run' ? `run ${step.phase}` : step.next);
    if (step.next === 'settle') return { steps, jobs, concerns, settlement: step.settlement };
    if (step.next !== 'run') throw new Error(`unexpected ${step.next}`);
    if (step.create.length + step.jobIds.length === 0) throw new Error('a step that runs nothing would never end');
    jobs.push(...step.create.map(create));
    for (const [i, job] of jobs.entries()) {
      if (isTerminalJob(job.state)) continue;
      jobs[i] = finish(job, ends[ended % ends.length] as End, concerns);
      ended += 1;
      if (ended >= stopAt) break;
    }
  }
  throw new Error('the wave did not end');
}

const create = (plan: JobPlan): JobFacts => ({
  id: `${plan.phase}${plan.position}`,
  ...plan,
  state: 'queued',
  delivery: 'not_sent',
  freshness: null,
  result: null,
  errorCode: null,
});

function finish(job: JobFacts, drawn: End, concerns: ConcernFacts[]): JobFacts {
  if (drawn.state !== 'completed') return { ...job, state: drawn.state, errorCode: 'provider_failed' };
  const whole = { ...job, state: 'completed' as const, delivery: 'terminal' as const, freshness: drawn.freshness };
  if (job.role === 'answer') return { ...whole, result: { kind: 'answer', messageId: `m${job.id}` } };
  if (job.role === 'review') {
    if (drawn.review === 'concerns') concerns.push({ id: `c${job.id}`, jobId: job.id, eligible: drawn.eligible, outcome: null });
    return {
      ...whole,
      result: { kind: 'review', outcome: drawn.review, accessAvailable: drawn.accessAvailable, limitations: [], concernIds: [] },
    };
  }
  if (drawn.answersConcern) for (const [i, c] of concerns.entries()) if (c.eligible) concerns[i] = { ...c, outcome: drawn.correction };
  return { ...whole, result: { kind: 'correction', outcome: drawn.correction, limitations: [], messageId: null } };
}

describe('a wave, however its turns end and whenever it is stopped', () => {
  const played = fc.record({
    policy: fc.constantFrom('direct', 'panel', 'team'),
    ends: fc.array(end, { minLength: 4, maxLength: 4 }),
    stopAt: fc.oneof(fc.constant(99), fc.nat(4)),
  });

  test('ends, with an allowed pair, and spends at most one turn per agent and one correction', () => {
    fc.assert(
      fc.property(played, ({ policy, ends, stopAt }) => {
        const { jobs, settlement } = play(policy, ends, stopAt);
        expect(settlement !== null && isSettlement(settlement)).toBe(true);
        expect(jobs.length).toBeLessThanOrEqual({ direct: 1, panel: 3, team: 4 }[policy]);
        expect(new Set(jobs.map((job) => job.id)).size).toBe(jobs.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('is complete only when every turn completed on unchanged sources and every eligible concern has an outcome', () => {
    fc.assert(
      fc.property(played, ({ policy, ends, stopAt }) => {
        const { jobs, concerns, settlement } = play(policy, ends, stopAt);
        const clean =
          jobs.every((job) => job.state === 'completed' && job.freshness === 'fresh') &&
          jobs.every((job) => job.result?.kind !== 'review' || (job.result.outcome !== 'abstained' && job.result.accessAvailable)) &&
          jobs.every((job) => job.result?.kind !== 'correction' || job.result.outcome !== 'abstained') &&
          concerns.every((concern) => !concern.eligible || concern.outcome !== null);
        expect(settlement?.outcome === 'complete').toBe(clean && stopAt > jobs.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('corrects exactly when an eligible concern exists, never twice, and never after a stop', () => {
    fc.assert(
      fc.property(played, ({ ends, stopAt }) => {
        const { jobs, concerns } = play('team', ends, stopAt);
        const corrections = jobs.filter((job) => job.role === 'correct').length;
        const bothEnded = jobs.filter((job) => job.role === 'review').length === 2;
        if (stopAt === 99 && bothEnded) expect(corrections).toBe(concerns.some((concern) => concern.eligible) ? 1 : 0);
        else expect(corrections).toBeLessThanOrEqual(1);
        if (stopAt <= 3) expect(corrections).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});
