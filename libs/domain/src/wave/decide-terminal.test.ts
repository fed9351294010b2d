import { limits } from '../limits';
import { jobErrorCodes, jobStates } from '../vocabulary';
import { assertJobTransition, isTerminalJob, jobPath } from '../state/job-states';
import { decideEvidence, decideTerminal, maxAttempts, type TerminalDecision, type TerminalFacts } from './decide-terminal';
import type { ParsedCorrection, ParsedReview } from '../concern/concern-facts';

type Change = { job?: Partial<TerminalFacts['job']>; terminal?: Partial<TerminalFacts['terminal']> } & Partial<
  Omit<TerminalFacts, 'job' | 'terminal'>
>;
const facts = ({ job, terminal, ...change }: Change = {}): TerminalFacts => ({
  targetMessageId: null,
  waveOutputBytes: 0,
  ...change,
  job: { role: 'answer', state: 'running', attempt: 1, stopRequested: false, ...job },
  terminal: { status: 'completed', output: 'Yes.', errorCode: null, freshness: 'fresh', ...terminal },
});
const told = (decision: TerminalDecision): string =>
  decision.kind === 'retry'
    ? 'retry'
    : `${decision.state}/${decision.delivery}/${decision.outcome}${decision.error === null ? '' : ` ${decision.error.code}`}`;

const review: ParsedReview = { outcome: 'no_concern_found', reviewedScope: 'msg_t', limitations: [], accessAvailable: true, concerns: [] };
const correction: ParsedCorrection = { outcome: 'revised', body: 'No.', limitations: [], resolutions: [] };

describe('the end of a turn', () => {
  test.each<[string, Change, string]>([
    ['an answer is published', {}, 'completed/terminal/answered'],
    ['a blank output is no answer', { terminal: { output: ' \n' } }, 'failed/terminal/failed output_missing'],
    ['no output is no answer', { terminal: { output: null } }, 'failed/terminal/failed output_missing'],
    ['an output that the filter leaves empty is no answer', { answer: '' }, 'failed/terminal/failed output_missing'],
    [
      'an answer above 64 KiB as stored is not kept',
      { answer: 'ä'.repeat(limits.answerBytes / 2 + 1) },
      'failed/terminal/failed output_too_large',
    ],
    [
      'an answer that breaks the limit of its wave is not kept',
      { waveOutputBytes: limits.waveOutputBytes },
      'failed/terminal/failed output_too_large',
    ],
    [
      'a review is kept',
      { job: { role: 'review' }, targetMessageId: 'msg_t', review: { ok: true, value: review } },
      'completed/terminal/reviewed',
    ],
    [
      'an abstained review is kept',
      { job: { role: 'review' }, targetMessageId: 'msg_t', review: { ok: true, value: { ...review, outcome: 'abstained' } } },
      'completed/terminal/abstained',
    ],
    [
      'a review of another message is none',
      { job: { role: 'review' }, targetMessageId: 'msg_u', review: { ok: true, value: review } },
      'failed/terminal/failed invalid_result',
    ],
    [
      'a review that cannot be read is none',
      { job: { role: 'review' }, targetMessageId: 'msg_t', review: { ok: false, issues: ['x'] } },
      'failed/terminal/failed invalid_result',
    ],
    [
      'a correction is published',
      { job: { role: 'correct' }, correction: { ok: true, value: correction } },
      'completed/terminal/corrected',
    ],
    [
      'an abstained correction publishes nothing',
      { job: { role: 'correct' }, correction: { ok: true, value: { ...correction, outcome: 'abstained', body: null } } },
      'completed/terminal/abstained',
    ],
    [
      'a correction that cannot be read is none',
      { job: { role: 'correct' }, correction: { ok: false, issues: ['x'] } },
      'failed/terminal/failed invalid_result',
    ],
    [
      'a failure keeps its code',
      { terminal: { status: 'failed', errorCode: 'provider_rate_limited' } },
      'failed/terminal/failed provider_rate_limited',
    ],
    ["a failure without a code is the provider's", { terminal: { status: 'failed' } }, 'failed/terminal/failed provider_failed'],
    [
      'an interruption for a reason of its own is a failure',
      { terminal: { status: 'interrupted', errorCode: 'deadline_exceeded' } },
      'failed/terminal/failed deadline_exceeded',
    ],
    [
      'an interruption without a reason is a stop, also when an operator asked for it behind our back',
      { terminal: { status: 'interrupted' } },
      'canceled/terminal/stopped stopped',
    ],
    [
      'an interruption that was asked for is a stop',
      { job: { stopRequested: true }, terminal: { status: 'interrupted' } },
      'canceled/terminal/stopped stopped',
    ],
    [
      'a failure after a stop is a stop',
      { job: { state: 'cancel_requested' }, terminal: { status: 'failed', errorCode: 'provider_failed' } },
      'canceled/terminal/stopped stopped',
    ],
    [
      'an answer that outran a stop is published',
      { job: { state: 'cancel_requested', stopRequested: true } },
      'completed/terminal/answered',
    ],
    [
      'sources that changed before delivery make it stale',
      { job: { state: 'starting' }, terminal: { status: 'not_delivered', errorCode: 'context_changed' } },
      'context_stale/not_delivered/stale context_changed',
    ],
    ['an undelivered request is tried again', { job: { state: 'starting' }, terminal: { status: 'not_delivered' } }, 'retry'],
    [
      'but not more often than allowed',
      { job: { state: 'starting', attempt: maxAttempts }, terminal: { status: 'not_delivered' } },
      'failed/not_delivered/failed provider_unavailable',
    ],
    [
      'nor when another attempt cannot help',
      { job: { state: 'starting' }, terminal: { status: 'not_delivered', errorCode: 'context_too_large' } },
      'failed/not_delivered/failed context_too_large',
    ],
    [
      'nor when the provider was seen to have it',
      { job: { state: 'running' }, terminal: { status: 'not_delivered' } },
      'failed/terminal/failed delivery_ambiguous',
    ],
    [
      'nor after a stop',
      { job: { state: 'starting', stopRequested: true }, terminal: { status: 'not_delivered' } },
      'canceled/not_delivered/stopped stopped',
    ],
  ])('%s', (_, change, expected) => {
    expect(told(decideTerminal(facts(change)))).toBe(expected);
  });

  test('is always reachable from the state that the job has, whatever the host says', () => {
    for (const state of jobStates.filter((s) => !isTerminalJob(s))) {
      for (const status of ['completed', 'failed', 'interrupted', 'not_delivered'] as const) {
        for (const errorCode of [null, ...jobErrorCodes]) {
          for (const stopRequested of [false, true]) {
            const decision = decideTerminal(
              facts({ job: { state, stopRequested, attempt: maxAttempts }, terminal: { status, errorCode } }),
            );
            if (decision.kind === 'retry') continue;
            const path = jobPath(state, decision.state);
            [state, ...path].reduce((from, to) => (assertJobTransition(from, to), to));
            expect(path.at(-1)).toBe(decision.state);
          }
        }
      }
    }
  });

  test('says by how much an answer was too large', () => {
    expect(decideTerminal(facts({ answer: 'x'.repeat(limits.answerBytes + 5) }))).toMatchObject({
      error: { violation: { section: 'output', actual: limits.answerBytes + 5, limit: limits.answerBytes, unit: 'bytes' } },
      publish: null,
    });
  });

  test('carries what is to be written', () => {
    expect(decideTerminal(facts({ answer: 'Yes, filtered.' }))).toMatchObject({
      publish: { kind: 'answer', body: 'Yes, filtered.' },
      freshness: 'fresh',
      error: null,
    });
    expect(decideTerminal(facts({ job: { role: 'correct' }, correction: { ok: true, value: correction } }))).toMatchObject({
      publish: { kind: 'correction', body: 'No.' },
      correction,
    });
  });
});

describe('evidence without a terminal', () => {
  const job = { role: 'answer' as const, state: 'recovery_required' as const, attempt: 1, stopRequested: false };
  test('allows another attempt only when nothing was sent', () => {
    expect(told(decideEvidence(job, 'not_sent'))).toBe('retry');
    expect(told(decideEvidence({ ...job, attempt: maxAttempts }, 'not_sent'))).toBe('failed/not_delivered/failed provider_unavailable');
    expect(told(decideEvidence({ ...job, stopRequested: true }, 'not_sent'))).toBe('canceled/not_delivered/stopped stopped');
  });
  test('tries again after a death what a runtime without effects had acknowledged, and nothing else that was acknowledged', () => {
    const terminal = { status: 'not_delivered', output: null } as const;
    expect(told(decideTerminal(facts({ terminal: { ...terminal, reconciled: true } })))).toBe('retry');
    expect(told(decideTerminal(facts({ terminal })))).toBe('failed/terminal/failed delivery_ambiguous');
    expect(told(decideTerminal(facts({ job: { attempt: maxAttempts }, terminal: { ...terminal, reconciled: true } })))).toBe(
      'failed/not_delivered/failed provider_unavailable',
    );
  });
  test('never tries again what the host had announced as being sent, whatever its journal says now', () => {
    expect(told(decideEvidence({ ...job, state: 'starting', announced: true }, 'not_sent'))).toBe(
      'failed/terminal/failed delivery_ambiguous',
    );
    expect(told(decideEvidence({ ...job, state: 'recovery_required', announced: true }, 'not_sent'))).toBe(
      'failed/terminal/failed delivery_ambiguous',
    );
  });
  test('ends a turn that never started, and one that a person gave up, without calling either failed', () => {
    expect(told(decideEvidence({ ...job, state: 'queued', stopRequested: true }, 'canceled_before_start'))).toBe(
      'canceled/not_delivered/stopped stopped',
    );
    expect(told(decideEvidence({ ...job, stopRequested: true }, 'given_up'))).toBe('canceled/terminal/stopped given_up');
  });
});
