import { decideNext } from './decide-next';
import type { ConcernFacts, JobFacts, NextStep, WaveFacts } from './wave-facts';

const assignments = (['lead', 'skeptic', 'verifier'] as const).map((role) => ({ role, participantRevisionId: `prv_${role}` }));
const wave = (change: Partial<WaveFacts> = {}): WaveFacts => ({
  policy: 'team',
  state: 'running',
  gate: 'ready',
  stopRequested: false,
  assignments,
  settlement: null,
  ...change,
});
const job = (phase: JobFacts['phase'], position: number, change: Partial<JobFacts> = {}): JobFacts => ({
  id: `${phase}${position}`,
  phase,
  role: phase,
  position,
  state: 'queued',
  delivery: 'not_sent',
  freshness: null,
  result: null,
  errorCode: null,
  ...change,
});
const done = { state: 'completed', delivery: 'terminal', freshness: 'fresh' } as const;
const answered = (position = 0, change: Partial<JobFacts> = {}): JobFacts =>
  job('answer', position, { ...done, result: { kind: 'answer', messageId: `msg_${position}` }, ...change });
const reviewed = (
  position: number,
  outcome: 'concerns' | 'no_concern_found' | 'abstained' = 'no_concern_found',
  change: Partial<JobFacts> = {},
): JobFacts =>
  job('review', position, {
    ...done,
    result: { kind: 'review', outcome, accessAvailable: true, limitations: [], concernIds: [] },
    ...change,
  });
const corrected = (outcome: 'revised' | 'abstained' = 'revised', change: Partial<JobFacts> = {}): JobFacts =>
  job('correct', 0, {
    ...done,
    result: { kind: 'correction', outcome, limitations: [], messageId: outcome === 'abstained' ? null : 'msg_c' },
    ...change,
  });
const failed = { state: 'failed', delivery: 'terminal', errorCode: 'provider_failed' } as const;
const concern = (change: Partial<ConcernFacts> = {}): ConcernFacts => ({
  id: 'con_1',
  jobId: 'review0',
  eligible: true,
  outcome: null,
  ...change,
});

/** `settle partial/failed`, `run review 0,1`, `wait answer0`. */
function told(step: NextStep): string {
  switch (step.next) {
    case 'settle':
      return `settle ${step.settlement.outcome}/${step.settlement.reason}${step.cancel.length > 0 ? ` cancel ${step.cancel.join(',')}` : ''}`;
    case 'run':
      return `run ${step.phase} ${[...step.create.map((plan) => `+${plan.position}`), ...step.jobIds].join(',')}`;
    default:
      return `${step.next} ${step.jobIds.join(',')}`;
  }
}
const next = (w: WaveFacts, jobs: JobFacts[], concerns: ConcernFacts[] = []): string => told(decideNext(w, jobs, concerns));

describe('every policy', () => {
  test('waits for a person while its gate is not ready', () => {
    expect(next(wave({ gate: 'open', state: 'planned' }), [])).toBe('wait ');
    expect(next(wave({ gate: 'reconfirmation_required', state: 'planned' }), [])).toBe('wait ');
    expect(next(wave({ gate: 'interrupted', state: 'planned' }), [])).toBe('wait ');
  });
  test('keeps the settlement that is stored', () => {
    expect(next(wave({ state: 'settled', settlement: { outcome: 'partial', reason: 'stopped' } }), [answered()])).toBe(
      'settle partial/stopped',
    );
  });
  test('asks for recovery before anything else that could happen', () => {
    expect(next(wave({ stopRequested: true }), [answered(), job('review', 0, { state: 'recovery_required' }), job('review', 1)])).toBe(
      'recover review0',
    );
  });
  test('waits for the turns under way and dispatches those that are not', () => {
    expect(next(wave(), [job('answer', 0, { state: 'running' })])).toBe('wait answer0');
    expect(next(wave({ policy: 'panel' }), [job('answer', 0, { state: 'running' }), job('answer', 1), answered(2)])).toBe(
      'run answer answer1',
    );
  });
  test('fails when nobody was assigned', () => {
    expect(next(wave({ assignments: [] }), [])).toBe('settle failed/failed');
  });
});

describe('a stop', () => {
  const stop = wave({ stopRequested: true });
  test.each([
    ['before any job', [], 'settle canceled/user_canceled'],
    ['with a job that no host has', [job('answer', 0)], 'settle canceled/user_canceled cancel answer0'],
    ['with a turn under way', [job('answer', 0, { state: 'cancel_requested' })], 'wait answer0'],
    ['after the answer, before the reviews', [answered()], 'settle partial/stopped'],
    ['between two reviews', [answered(), reviewed(0), job('review', 1)], 'settle partial/stopped cancel review1'],
    [
      'while both reviews run',
      [answered(), job('review', 0, { state: 'running' }), job('review', 1, { state: 'starting' })],
      'wait review0,review1',
    ],
    ['with a failed answer', [job('answer', 0, failed)], 'settle canceled/user_canceled'],
    [
      'that the answer outran',
      [answered(), job('review', 0, { state: 'canceled' }), job('review', 1, { state: 'canceled' })],
      'settle partial/stopped',
    ],
    [
      'during the correction',
      [answered(), reviewed(0, 'concerns'), reviewed(1), job('correct', 0, { state: 'canceled' })],
      'settle partial/stopped',
    ],
  ] as const)('%s', (_, jobs, expected) => {
    expect(next(stop, [...jobs])).toBe(expected);
  });
  test('ends a wave whose gate still waits for a person', () => {
    expect(next(wave({ stopRequested: true, state: 'stop_requested', gate: 'reconfirmation_required' }), [])).toBe(
      'settle canceled/user_canceled',
    );
  });
});

describe('Direct', () => {
  const direct = wave({ policy: 'direct', assignments: assignments.slice(0, 1) });
  test.each([
    ['begins with its one answer', [], 'run answer +0'],
    ['is complete with a fresh answer', [answered()], 'settle complete/completed'],
    [
      'is stale when the sources changed during the answer',
      [answered(0, { freshness: 'changed_during_job' })],
      'settle stale/context_changed',
    ],
    ['is partial when nobody could look whether they did', [answered(0, { freshness: 'unknown' })], 'settle partial/completed'],
    ['is stale when the sources changed before the answer', [job('answer', 0, { state: 'context_stale' })], 'settle stale/context_changed'],
    ['has no response when its turn failed', [job('answer', 0, failed)], 'settle no_response/failed'],
    ['has no response when its turn was canceled without a stop', [job('answer', 0, { state: 'canceled' })], 'settle no_response/failed'],
  ] as const)('%s', (_, jobs, expected) => {
    expect(next(direct, [...jobs])).toBe(expected);
  });
});

describe('Panel', () => {
  const panel = wave({ policy: 'panel' });
  test.each([
    ['begins with all its members', [], 'run answer +0,+1,+2'],
    ['adds the members that are missing', [answered(1)], 'run answer +0,+2'],
    ['is complete when all answered', [answered(0), answered(1), answered(2)], 'settle complete/completed'],
    ['keeps the others when one failed', [answered(0), job('answer', 1, failed), answered(2)], 'settle partial/failed'],
    [
      'is partial when the sources changed for one',
      [answered(0), answered(1, { freshness: 'changed_during_job' }), answered(2)],
      'settle partial/failed',
    ],
    ['has no response when all failed', [0, 1, 2].map((n) => job('answer', n, failed)), 'settle no_response/failed'],
    [
      'is stale when nobody answered and one was stale',
      [job('answer', 0, failed), job('answer', 1, { state: 'context_stale' }), job('answer', 2, failed)],
      'settle stale/context_changed',
    ],
  ] as const)('%s', (_, jobs, expected) => {
    expect(next(panel, [...jobs])).toBe(expected);
  });
});

describe('Team, in this order', () => {
  const both = [reviewed(0), reviewed(1)];
  const raised = [answered(), reviewed(0, 'concerns'), reviewed(1)];
  const done1 = concern({ outcome: 'revised' });
  test.each<[string, JobFacts[], ConcernFacts[], string]>([
    ['only the Lead begins', [], [], 'run answer +0'],
    ['a stale Lead ends it stale', [job('answer', 0, { state: 'context_stale' })], [], 'settle stale/context_changed'],
    ['a Lead without answer ends it without response', [job('answer', 0, failed)], [], 'settle no_response/failed'],
    [
      'sources that changed under the Lead end it stale',
      [answered(0, { freshness: 'changed_during_job' })],
      [],
      'settle stale/context_changed',
    ],
    ['reviewers that are missing are called', [answered()], [], 'run review +0,+1'],
    ['one missing reviewer is called', [answered(), reviewed(0)], [], 'run review +1'],
    ['a reviewer that has not ended is waited for', [answered(), reviewed(0), job('review', 1, { state: 'running' })], [], 'wait review1'],
    ['an eligible concern calls for a correction', raised, [concern()], 'run correct +0'],
    ['also when the other reviewer failed', [answered(), reviewed(0, 'concerns'), job('review', 1, failed)], [concern()], 'run correct +0'],
    [
      'also when the other reviewer abstained',
      [answered(), reviewed(0, 'concerns'), reviewed(1, 'abstained')],
      [concern()],
      'run correct +0',
    ],
    ['a concern that is not eligible calls for none', raised, [concern({ eligible: false })], 'settle complete/completed'],
    ['a failed correction ends it partial', [...raised, job('correct', 0, failed)], [concern()], 'settle partial/failed'],
    ['an abstained correction ends it partial', [...raised, corrected('abstained')], [concern()], 'settle partial/failed'],
    [
      'sources that changed under the correction end it partial',
      [...raised, corrected('revised', { freshness: 'changed_during_job' })],
      [done1],
      'settle partial/failed',
    ],
    [
      'a failed review ends it partial even after a good correction',
      [answered(), reviewed(0, 'concerns'), job('review', 1, failed), corrected()],
      [done1],
      'settle partial/failed',
    ],
    ['an abstained review ends it partial', [answered(), reviewed(0), reviewed(1, 'abstained')], [], 'settle partial/completed'],
    [
      'a review without access ends it partial',
      [
        answered(),
        reviewed(0),
        reviewed(1, 'no_concern_found', {
          result: { kind: 'review', outcome: 'abstained', accessAvailable: false, limitations: ['x'], concernIds: [] },
        }),
      ],
      [],
      'settle partial/completed',
    ],
    [
      'sources that changed under a review end it partial',
      [answered(), reviewed(0), reviewed(1, 'no_concern_found', { freshness: 'changed_during_job' })],
      [],
      'settle partial/completed',
    ],
    [
      'an eligible concern without an answer ends it partial',
      [...raised, corrected()],
      [done1, concern({ id: 'con_2' })],
      'settle partial/completed',
    ],
    ['two clean reviews make it complete', [answered(), ...both], [], 'settle complete/completed'],
    ['an answered concern makes it complete', [...raised, corrected()], [done1], 'settle complete/completed'],
  ])('%s', (_, jobs, concerns, expected) => {
    expect(next(wave(), jobs, concerns)).toBe(expected);
  });

  test('reviews and correction target the Lead answer, each by its own agent', () => {
    const reviews = decideNext(wave(), [answered()], []);
    expect(reviews).toMatchObject({
      create: [
        { role: 'review', assignment: 1, targetMessageId: 'msg_0' },
        { role: 'review', assignment: 2, targetMessageId: 'msg_0' },
      ],
    });
    expect(decideNext(wave(), raised, [concern()])).toMatchObject({
      create: [{ role: 'correct', assignment: 0, position: 0, targetMessageId: 'msg_0' }],
    });
  });
});
