import type {
  AgentPolicy,
  CorrectionOutcome,
  Freshness,
  JobErrorCode,
  ProfileRole,
  ReviewerStatus,
  SettlementReason,
  WaveOutcome,
  WavePhase,
} from '../vocabulary';
import { jobErrorText } from '../view/job-error-text';
import { contribution, inPhase } from './phase';
import { receiptSummary } from './receipt-summary';
import { sumUsage, type UsageFacts } from './usage';
import type { ConcernFacts, JobFacts, Settlement } from './wave-facts';

export interface ReceiptJob extends JobFacts {
  /** Index into the assignments. */
  assignment: number;
  contractVersion: number;
  promptVersion: number;
  usage: UsageFacts | null;
}
export interface ReceiptInput {
  policy: AgentPolicy;
  settlement: Settlement;
  assignments: readonly { name: string; role: ProfileRole }[];
  jobs: readonly ReceiptJob[];
  concerns: readonly ConcernFacts[];
  /** Fingerprint of the frozen snapshot; null when nothing was frozen. */
  contextFingerprint: string | null;
}

export interface ReceiptReviewer {
  jobId: string | null;
  name: string;
  role: ProfileRole;
  status: ReviewerStatus;
  concerns: number;
  detail: string | null;
}
/** What is stored when a wave settles and never changed afterwards: what happened, and as plainly what did not. */
export interface ReceiptRecord {
  version: 1;
  policy: AgentPolicy;
  outcome: WaveOutcome;
  reason: SettlementReason;
  complete: boolean;
  summary: string;
  reviewers: ReceiptReviewer[];
  concerns: { concernId: string; eligible: boolean; outcome: CorrectionOutcome | null }[];
  context: { phase: WavePhase; fingerprint: string; freshness: Freshness }[];
  contracts: { jobId: string; role: ProfileRole; contractVersion: number; promptVersion: number }[];
  usage: UsageFacts;
  notDone: string[];
}

export function buildReceipt(input: ReceiptInput): ReceiptRecord {
  const reviewers = input.policy === 'team' ? input.assignments.slice(1).map((reviewer, index) => reviewerRow(reviewer, index, input)) : [];
  const concerns = input.concerns.map((c) => ({ concernId: c.id, eligible: c.eligible, outcome: c.outcome }));
  const notDone = listNotDone(input, reviewers);
  return {
    version: 1,
    policy: input.policy,
    outcome: input.settlement.outcome,
    reason: input.settlement.reason,
    // Both must hold: an outcome alone never makes a receipt clean.
    complete: input.settlement.outcome === 'complete' && notDone.length === 0,
    summary: receiptSummary(input, reviewers),
    reviewers,
    concerns,
    context: contextOf(input),
    contracts: input.jobs.map((job) => ({
      jobId: job.id,
      role: input.assignments[job.assignment]?.role ?? 'general',
      contractVersion: job.contractVersion,
      promptVersion: job.promptVersion,
    })),
    usage: sumUsage(input.jobs.map((job) => job.usage)),
    notDone,
  };
}

function reviewerRow(reviewer: { name: string; role: ProfileRole }, position: number, input: ReceiptInput): ReceiptReviewer {
  const job = input.jobs.find((candidate) => candidate.phase === 'review' && candidate.position === position);
  const concerns = job === undefined ? 0 : input.concerns.filter((concern) => concern.jobId === job.id).length;
  return { jobId: job?.id ?? null, name: reviewer.name, role: reviewer.role, concerns, ...reviewerStatus(job) };
}

/** One word per reviewer. `no_concern` is only said by a reviewer that finished with all access; every kind of absence has its own. */
export function reviewerStatus(job: Pick<JobFacts, 'state' | 'result' | 'errorCode'> | undefined): {
  status: ReviewerStatus;
  detail: string | null;
} {
  if (job === undefined || job.state === 'queued') return { status: 'not_run', detail: null };
  if (job.state === 'completed' && job.result?.kind === 'review') return reviewStatus(job.result);
  if (job.state === 'canceled') return { status: 'stopped', detail: errorSentence(job.errorCode) };
  if (job.errorCode === 'invalid_result') return { status: 'unparsable', detail: errorSentence(job.errorCode) };
  if (job.state === 'failed' || job.state === 'context_stale')
    return { status: 'failed', detail: errorSentence(job.errorCode ?? (job.state === 'context_stale' ? 'context_changed' : null)) };
  return { status: 'not_run', detail: null };
}

function reviewStatus(result: Extract<JobFacts['result'], { kind: 'review' }>): { status: ReviewerStatus; detail: string | null } {
  const why = result.limitations.join(' ') || null;
  if (!result.accessAvailable) return { status: 'no_access', detail: why };
  if (result.outcome === 'abstained') return { status: 'abstained', detail: why };
  return result.outcome === 'concerns' ? { status: 'concerns', detail: why } : { status: 'no_concern', detail: why };
}

const errorSentence = (code: JobErrorCode | null): string | null => (code === null ? null : jobErrorText(code).title);

function contextOf(input: ReceiptInput): ReceiptRecord['context'] {
  const fingerprint = input.contextFingerprint;
  if (fingerprint === null) return [];
  return (['answer', 'review', 'correct'] as const).flatMap((phase) => {
    const seen = inPhase(input.jobs, phase)
      .map((job) => (job.state === 'context_stale' ? 'changed_during_job' : job.freshness))
      .filter((value) => value !== null);
    return seen.length === 0 ? [] : [{ phase, fingerprint, freshness: worst(seen) }];
  });
}

const worst = (values: readonly Freshness[]): Freshness =>
  values.includes('changed_during_job') ? 'changed_during_job' : values.includes('unknown') ? 'unknown' : 'fresh';

/** Everything that was planned, or called for, and did not happen: one sentence each. */
function listNotDone(input: ReceiptInput, reviewers: readonly ReceiptReviewer[]): string[] {
  return [
    ...missingAnswers(input),
    ...reviewers.flatMap(missingReview),
    ...missingCorrection(input),
    ...uncertainContext(input),
    ...uncertainTurns(input),
  ];
}

function missingAnswers(input: ReceiptInput): string[] {
  const answering = input.policy === 'panel' ? input.assignments : input.assignments.slice(0, 1);
  return answering.flatMap((assignment, position) => {
    const job = input.jobs.find((candidate) => candidate.phase === 'answer' && candidate.position === position);
    if (job !== undefined && contribution(job) !== null) return [];
    const why = job === undefined ? null : errorSentence(job.errorCode);
    return [why === null ? `${assignment.name} did not answer.` : `${assignment.name} did not answer: ${why}.`];
  });
}

function missingReview(row: ReceiptReviewer): string[] {
  switch (row.status) {
    case 'no_concern':
    case 'concerns':
      return [];
    case 'abstained':
      return [`${row.name} abstained from the review.`];
    case 'no_access':
      return [`${row.name} could not read what the review needed.`];
    case 'unparsable':
      return [`${row.name} gave a review that could not be read, so it counts as none.`];
    case 'failed':
      return [`${row.name} did not finish its review.`];
    case 'stopped':
      return [`${row.name} was stopped before its review ended.`];
    case 'not_run':
      return [`${row.name} did not review the answer.`];
  }
}

function missingCorrection(input: ReceiptInput): string[] {
  const open = input.concerns.filter((concern) => concern.eligible && concern.outcome === null).length;
  if (open === 0) return [];
  return [
    open === 1
      ? 'One concern that called for a correction has no answer.'
      : `${open} concerns that called for a correction have no answer.`,
  ];
}

function uncertainContext(input: ReceiptInput): string[] {
  const sentences = new Set<string>();
  for (const job of input.jobs) {
    const name = input.assignments[job.assignment]?.name ?? 'An agent';
    if (job.freshness === 'changed_during_job') sentences.add(`The sources changed while ${name} worked.`);
    if (job.freshness === 'unknown' && job.state === 'completed')
      sentences.add(`Whether the sources changed while ${name} worked could not be checked.`);
  }
  return [...sentences];
}

const uncertainTurns = (input: ReceiptInput): string[] =>
  input.jobs
    .filter((job) => job.errorCode === 'given_up')
    .map((job) => `Whether the turn of ${input.assignments[job.assignment]?.name ?? 'an agent'} ran to its end was never confirmed.`);
