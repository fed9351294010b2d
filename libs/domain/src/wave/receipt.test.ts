import { buildReceipt, type ReceiptInput, type ReceiptJob } from './receipt';

const assignments = [
  { name: 'Lead', role: 'lead' as const },
  { name: 'Skeptic', role: 'skeptic' as const },
  { name: 'Verifier', role: 'verifier' as const },
];
const usage = (inputTokens: number | null, costUsd: number | null = null): ReceiptJob['usage'] => ({
  inputTokens,
  outputTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  modelCalls: 1,
  costUsd,
});
const job = (phase: ReceiptJob['phase'], position: number, change: Partial<ReceiptJob> = {}): ReceiptJob => ({
  id: `${phase}${position}`,
  phase,
  role: phase,
  position,
  assignment: phase === 'review' ? position + 1 : position,
  state: 'completed',
  delivery: 'terminal',
  freshness: 'fresh',
  errorCode: null,
  result: null,
  contractVersion: 1,
  promptVersion: 1,
  usage: usage(10),
  ...change,
});
const answer = (position = 0, change: Partial<ReceiptJob> = {}): ReceiptJob =>
  job('answer', position, { result: { kind: 'answer', messageId: `m${position}` }, ...change });
const review = (position: number, outcome: 'concerns' | 'no_concern_found' | 'abstained', change: Partial<ReceiptJob> = {}): ReceiptJob =>
  job('review', position, {
    result: {
      kind: 'review',
      outcome,
      accessAvailable: true,
      limitations: outcome === 'abstained' ? ['The file was not there.'] : [],
      concernIds: [],
    },
    ...change,
  });
const receipt = (change: Partial<ReceiptInput>): ReturnType<typeof buildReceipt> =>
  buildReceipt({
    policy: 'team',
    settlement: { outcome: 'complete', reason: 'completed' },
    assignments,
    jobs: [answer(), review(0, 'no_concern_found'), review(1, 'no_concern_found')],
    concerns: [],
    contextFingerprint: 'f',
    ...change,
  });

describe('a Team receipt', () => {
  test('of two clean reviews is complete and says so', () => {
    expect(receipt({})).toEqual({
      version: 1,
      policy: 'team',
      outcome: 'complete',
      reason: 'completed',
      complete: true,
      summary: 'Both reviewers finished with full access and found no material concern.',
      reviewers: [
        { jobId: 'review0', name: 'Skeptic', role: 'skeptic', status: 'no_concern', concerns: 0, detail: null },
        { jobId: 'review1', name: 'Verifier', role: 'verifier', status: 'no_concern', concerns: 0, detail: null },
      ],
      concerns: [],
      context: [
        { phase: 'answer', fingerprint: 'f', freshness: 'fresh' },
        { phase: 'review', fingerprint: 'f', freshness: 'fresh' },
      ],
      contracts: [
        { jobId: 'answer0', role: 'lead', contractVersion: 1, promptVersion: 1 },
        { jobId: 'review0', role: 'skeptic', contractVersion: 1, promptVersion: 1 },
        { jobId: 'review1', role: 'verifier', contractVersion: 1, promptVersion: 1 },
      ],
      usage: { inputTokens: 30, outputTokens: null, cachedTokens: null, reasoningTokens: null, modelCalls: 3, costUsd: null },
      notDone: [],
    });
  });

  test('counts concerns and tells their outcomes', () => {
    const concerns = [
      { id: 'c1', jobId: 'review0', eligible: true, outcome: 'revised' as const },
      { id: 'c2', jobId: 'review0', eligible: false, outcome: null },
    ];
    const got = receipt({ jobs: [answer(), review(0, 'concerns'), review(1, 'no_concern_found')], concerns });
    expect(got).toMatchObject({
      complete: true,
      summary: 'Both reviewers finished. 2 concerns: one revised, one that called for no correction.',
      reviewers: [
        { status: 'concerns', concerns: 2 },
        { status: 'no_concern', concerns: 0 },
      ],
    });
  });

  test('with an eligible concern that nobody answered is incomplete, whatever the outcome says', () => {
    const concerns = [{ id: 'c1', jobId: 'review0', eligible: true, outcome: null }];
    expect(receipt({ concerns })).toMatchObject({ complete: false, notDone: ['One concern that called for a correction has no answer.'] });
  });

  test.each<[string, ReceiptJob | null, string, string | null, string]>([
    ['abstained', review(0, 'abstained'), 'abstained', 'The file was not there.', 'Skeptic abstained from the review.'],
    [
      'had no access',
      review(0, 'abstained', {
        result: { kind: 'review', outcome: 'abstained', accessAvailable: false, limitations: ['Unreadable.'], concernIds: [] },
      }),
      'no_access',
      'Unreadable.',
      'Skeptic could not read what the review needed.',
    ],
    [
      'gave something unreadable',
      review(0, 'concerns', { state: 'failed', result: null, errorCode: 'invalid_result', freshness: null }),
      'unparsable',
      'The result did not have the form that was asked for',
      'Skeptic gave a review that could not be read, so it counts as none.',
    ],
    [
      'failed',
      review(0, 'concerns', { state: 'failed', result: null, errorCode: 'provider_failed', freshness: null }),
      'failed',
      'Stopped by its provider',
      'Skeptic did not finish its review.',
    ],
    [
      'was stopped',
      review(0, 'concerns', { state: 'canceled', result: null, errorCode: 'stopped', freshness: null }),
      'stopped',
      'Stopped',
      'Skeptic was stopped before its review ended.',
    ],
    [
      'found changed sources',
      review(0, 'concerns', { state: 'context_stale', result: null, errorCode: 'context_changed', freshness: null }),
      'failed',
      'The sources changed before this agent was asked',
      'Skeptic did not finish its review.',
    ],
    ['was never asked', null, 'not_run', null, 'Skeptic did not review the answer.'],
  ])('shows a reviewer that %s as something else than silence', (_, first, status, detail, sentence) => {
    const jobs = [answer(), ...(first === null ? [] : [first]), review(1, 'no_concern_found')];
    const got = receipt({ settlement: { outcome: 'partial', reason: 'failed' }, jobs });
    expect(got.reviewers[0]).toMatchObject({ name: 'Skeptic', status, detail });
    expect(got).toMatchObject({ complete: false, summary: '1 of 2 reviewers finished.', notDone: [sentence] });
  });

  test('of a wave that was stopped after the answer keeps the answer and names the reviews that are missing', () => {
    expect(receipt({ settlement: { outcome: 'partial', reason: 'stopped' }, jobs: [answer()] })).toMatchObject({
      summary: 'Stopped. What had arrived is kept. No reviewer finished.',
      complete: false,
      notDone: ['Skeptic did not review the answer.', 'Verifier did not review the answer.'],
    });
  });
});

describe('other receipts', () => {
  test('tell each panel member that did not answer, and why', () => {
    const jobs = [answer(0), answer(1, { state: 'failed', result: null, freshness: null, errorCode: 'provider_rate_limited' }), answer(2)];
    expect(receipt({ policy: 'panel', settlement: { outcome: 'partial', reason: 'failed' }, jobs })).toMatchObject({
      reviewers: [],
      summary: '2 of 3 agents answered.',
      notDone: ['Skeptic did not answer: The quota of this key is used up.'],
    });
  });
  test('never call an answer clean whose sources changed or could not be looked at', () => {
    const direct = { policy: 'direct' as const, assignments: assignments.slice(0, 1) };
    expect(
      receipt({ ...direct, settlement: { outcome: 'partial', reason: 'completed' }, jobs: [answer(0, { freshness: 'unknown' })] }),
    ).toMatchObject({
      complete: false,
      summary: 'Answered, but not everything about this answer could be confirmed.',
      notDone: ['Whether the sources changed while Lead worked could not be checked.'],
      context: [{ freshness: 'unknown' }],
    });
    expect(
      receipt({
        ...direct,
        settlement: { outcome: 'stale', reason: 'context_changed' },
        jobs: [answer(0, { freshness: 'changed_during_job' })],
      }).notDone,
    ).toEqual(['The sources changed while Lead worked.']);
  });
  test('of a turn that was given up do not claim to know its end', () => {
    const jobs = [answer(0, { state: 'canceled', result: null, freshness: null, errorCode: 'given_up' })];
    expect(
      receipt({
        policy: 'direct',
        assignments: assignments.slice(0, 1),
        settlement: { outcome: 'canceled', reason: 'user_canceled' },
        jobs,
      }).notDone,
    ).toEqual([
      'Lead did not answer: Given up without knowing how it ended.',
      'Whether the turn of Lead ran to its end was never confirmed.',
    ]);
  });
  test('of a wave without a frozen context have none', () => {
    expect(receipt({ settlement: { outcome: 'canceled', reason: 'user_canceled' }, jobs: [], contextFingerprint: null }).context).toEqual(
      [],
    );
  });
});
