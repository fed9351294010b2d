import type { Parsed, ParsedCorrection, ParsedReview } from '../concern/concern-facts';
import { limits, utf8Bytes } from '../limits';
import { retryableJobStates } from '../state/job-states';
import type { DeliveryState, Freshness, JobErrorCode, JobRole, JobState, LimitViolation } from '../vocabulary';

/** How often a turn that was provably never delivered is tried, the first time included. */
export const maxAttempts = 3;

export interface TerminalFacts {
  job: { role: JobRole; state: JobState; attempt: number; stopRequested: boolean };
  /** The end as the host proved it; `output` is the raw text of the model. */
  terminal: {
    status: 'completed' | 'failed' | 'interrupted' | 'not_delivered';
    output: string | null;
    errorCode: JobErrorCode | null;
    freshness: Freshness;
    /** Found by the runtime after the process of the turn had died. */
    reconciled?: boolean | undefined;
  };
  /** The filtered text of a completed answer. */
  answer?: string | undefined;
  /** The parsed output of a completed review or correction; the correction's body is filtered. */
  review?: Parsed<ParsedReview> | undefined;
  correction?: Parsed<ParsedCorrection> | undefined;
  /** The message that the job reviews or corrects. */
  targetMessageId: string | null;
  /** Bytes of the wave's outputs that are stored already. */
  waveOutputBytes: number;
}

export type TurnOutcome = 'answered' | 'reviewed' | 'corrected' | 'abstained' | 'failed' | 'stopped' | 'stale' | 'not_sent';

export interface JobError {
  code: JobErrorCode;
  violation: LimitViolation | null;
}

/**
 * How a job ends. `retry` opens the next attempt: state `queued`, delivery `not_sent`, attempt + 1, nothing else stored.
 * Otherwise write the job by `jobPath(job.state, state)`, with `delivery`, `freshness` (completed only) and `error`;
 * `publish` is the body of the message to append, a correction supersedes its target.
 */
export type TerminalDecision =
  | { kind: 'retry'; outcome: 'not_sent' }
  | {
      kind: 'end';
      state: 'completed' | 'failed' | 'canceled' | 'context_stale';
      delivery: Extract<DeliveryState, 'terminal' | 'not_delivered'>;
      freshness: Freshness | null;
      error: JobError | null;
      publish: { kind: 'answer' | 'correction'; body: string } | null;
      review: ParsedReview | null;
      correction: ParsedCorrection | null;
      outcome: TurnOutcome;
    };

type Ended = Extract<TerminalDecision, { kind: 'end' }>;

export function decideTerminal(facts: TerminalFacts): TerminalDecision {
  switch (facts.terminal.status) {
    case 'not_delivered':
      return notDelivered(facts);
    case 'interrupted':
      // Without a reason of its own it was told to end: by a person, or by an operator who tore its workflow away.
      return stopping(facts) || facts.terminal.errorCode === null ? stopped('terminal') : failed(facts, facts.terminal.errorCode);
    case 'failed':
      return stopping(facts) ? stopped('terminal') : failed(facts, facts.terminal.errorCode ?? 'provider_failed');
    case 'completed':
      return completed(facts);
  }
}

/** What the reconcile path learned without a terminal. `given_up`: a person chose to end what cannot be confirmed. */
export function decideEvidence(
  job: TerminalFacts['job'] & {
    /** The host announced this attempt as `sending` before: a journal that knows nothing of it now is not the journal it was. */
    announced?: boolean;
  },
  evidence: 'not_sent' | 'canceled_before_start' | 'given_up',
): TerminalDecision {
  switch (evidence) {
    case 'not_sent': {
      const facts: TerminalFacts = {
        job,
        terminal: { status: 'not_delivered', output: null, errorCode: null, freshness: 'unknown' },
        targetMessageId: null,
        waveOutputBytes: 0,
      };
      return job.announced === true ? failed(facts, 'delivery_ambiguous') : notDelivered(facts);
    }
    case 'canceled_before_start':
      return stopped('not_delivered');
    case 'given_up':
      return { ...stopped('terminal'), error: { code: 'given_up', violation: null } };
  }
}

/** Codes of a refusal before delivery that another attempt cannot change. */
const finalRefusals: readonly JobErrorCode[] = [
  'context_unavailable',
  'context_too_large',
  'permission_attestation_failed',
  'provider_refused',
  'provider_rate_limited',
  'deadline_exceeded',
  'journal_unwritable',
  'internal_failure',
  'stopped',
];

function notDelivered(facts: TerminalFacts): TerminalDecision {
  const { errorCode } = facts.terminal;
  if (stopping(facts)) return stopped('not_delivered');
  if (errorCode === 'context_changed') return { ...failed(facts, 'context_changed'), delivery: 'not_delivered' };
  if (errorCode !== null && finalRefusals.includes(errorCode)) return { ...failed(facts, errorCode), delivery: 'not_delivered' };
  // The host says now that nothing was sent, and said before that the provider had it: of two proofs that exclude each other none counts.
  // A runtime that was asked about a dead process knows of both, and says that nothing of that turn has reached anybody.
  if (!mayRetry(facts.job.state) && facts.terminal.reconciled !== true) return failed(facts, 'delivery_ambiguous');
  if (facts.job.attempt < maxAttempts) return { kind: 'retry', outcome: 'not_sent' };
  return { ...failed(facts, errorCode ?? 'provider_unavailable'), delivery: 'not_delivered' };
}

const mayRetry = (state: JobState): boolean => (retryableJobStates as readonly JobState[]).includes(state);

function completed(facts: TerminalFacts): TerminalDecision {
  const { output, freshness } = facts.terminal;
  if (output === null || output.trim() === '') return failed(facts, 'output_missing');
  switch (facts.job.role) {
    case 'answer': {
      const body = facts.answer ?? output;
      return tooLarge(facts, body) ?? published(facts, body, 'answer', freshness);
    }
    case 'review': {
      const review = facts.review;
      if (review === undefined || !review.ok || review.value.reviewedScope !== facts.targetMessageId)
        return failed(facts, 'invalid_result');
      const over = tooLarge(facts, output);
      return over ?? { ...done(freshness), review: review.value, outcome: review.value.outcome === 'abstained' ? 'abstained' : 'reviewed' };
    }
    case 'correct': {
      const correction = facts.correction;
      if (correction === undefined || !correction.ok) return failed(facts, 'invalid_result');
      if (correction.value.outcome === 'abstained') return { ...done(freshness), correction: correction.value, outcome: 'abstained' };
      const body = correction.value.body;
      if (body === null || body.trim() === '') return failed(facts, 'output_missing');
      const over = tooLarge(facts, body);
      return over ?? { ...done(freshness), publish: { kind: 'correction', body }, correction: correction.value, outcome: 'corrected' };
    }
  }
}

function published(facts: TerminalFacts, body: string, kind: 'answer', freshness: Freshness): Ended {
  return body.trim() === '' ? failed(facts, 'output_missing') : { ...done(freshness), publish: { kind, body }, outcome: 'answered' };
}

/** Limits are those of the text as it is stored, checked before anything of it is. */
function tooLarge(facts: TerminalFacts, text: string): Ended | undefined {
  const bytes = utf8Bytes(text);
  if (bytes > limits.answerBytes)
    return {
      ...failed(facts, 'output_too_large'),
      error: { code: 'output_too_large', violation: { section: 'output', actual: bytes, limit: limits.answerBytes, unit: 'bytes' } },
    };
  const sum = facts.waveOutputBytes + bytes;
  if (sum > limits.waveOutputBytes)
    return {
      ...failed(facts, 'output_too_large'),
      error: { code: 'output_too_large', violation: { section: 'wave output', actual: sum, limit: limits.waveOutputBytes, unit: 'bytes' } },
    };
  return undefined;
}

const stopping = (facts: TerminalFacts): boolean => facts.job.stopRequested || facts.job.state === 'cancel_requested';

const done = (freshness: Freshness): Ended => ({
  kind: 'end',
  state: 'completed',
  delivery: 'terminal',
  freshness,
  error: null,
  publish: null,
  review: null,
  correction: null,
  outcome: 'answered',
});

const stopped = (delivery: Ended['delivery']): Ended => ({
  ...done('unknown'),
  state: 'canceled',
  delivery,
  freshness: null,
  error: { code: 'stopped', violation: null },
  outcome: 'stopped',
});

function failed(facts: TerminalFacts, code: JobErrorCode): Ended {
  const error = { code, violation: null };
  // Canceled is the only unhappy end of a job that was asked to stop; its error still says what happened.
  if (stopping(facts)) return { ...stopped('terminal'), error };
  // After recovery the table has no way to `context_stale`: too late to say that nothing was asked.
  if (code === 'context_changed' && facts.job.state !== 'recovery_required')
    return { ...stopped('terminal'), state: 'context_stale', error, outcome: 'stale' };
  return { ...stopped('terminal'), state: 'failed', error, outcome: 'failed' };
}
