import { jobErrorText, jobHeadline } from '@parley/domain';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';
import { jobFacts } from './facts';
import type { ConcernRow, JobRow } from './load';
import { stored, type StoredAssignment, type StoredError, type StoredResult, type StoredUsage } from './stored';

type WaveView = AnswerOf<'getWave'>;
export type JobView = WaveView['jobs'][number];
export type ConcernView = WaveView['concerns'][number];

export interface JobContext {
  assignments: readonly StoredAssignment[];
  hostNames: ReadonlyMap<string, string>;
  drafts: ReadonlyMap<string, NonNullable<JobView['draft']>>;
}

export const agentOf = (
  job: Pick<JobRow, 'participant_revision_id'>,
  assignments: readonly StoredAssignment[],
): StoredAssignment | undefined => assignments.find((assignment) => assignment.revisionId === job.participant_revision_id);

export function jobView(job: JobRow, context: JobContext): JobView {
  const agent = agentOf(job, context.assignments);
  const facts = jobFacts(job);
  const hostName = job.host_id === null ? undefined : context.hostNames.get(job.host_id);
  return {
    id: job.id,
    role: facts.role,
    participant: {
      id: agent?.participantId ?? '',
      profileId: agent?.profileId ?? '',
      name: agent?.name ?? '',
      role: agent?.role ?? 'general',
    },
    runtimeId: agent?.runtimeId ?? '',
    runtimeName: agent?.runtimeName ?? '',
    modelId: agent?.modelId ?? '',
    effort: agent?.effort ?? null,
    host: job.host_id === null ? null : { id: job.host_id, name: hostName ?? 'Removed host' },
    state: facts.state,
    delivery: facts.delivery,
    attempt: job.attempt,
    headline: jobHeadline({
      role: facts.role,
      state: facts.state,
      result: facts.result,
      errorCode: facts.errorCode,
      freshness: facts.freshness,
      hostName: hostName ?? null,
    }),
    draft: context.drafts.get(job.id) ?? null,
    result: job.result === null ? null : stored<StoredResult>(job.result),
    error: job.error === null ? null : errorView(stored<StoredError>(job.error)),
    freshness: facts.freshness,
    attestation: job.attestation === null ? null : stored<NonNullable<JobView['attestation']>>(job.attestation),
    usage: job.usage === null ? null : stored<StoredUsage>(job.usage),
    startedAt: job.started_at?.toISOString() ?? null,
    finishedAt: job.finished_at?.toISOString() ?? null,
  };
}

const errorView = ({ code, violation }: StoredError): NonNullable<JobView['error']> => ({ code, ...jobErrorText(code), violation });

export function concernView(row: ConcernRow, jobs: readonly JobRow[], assignments: readonly StoredAssignment[]): ConcernView {
  const job = jobs.find((candidate) => candidate.id === row.job_id);
  const reviewer = job ? agentOf(job, assignments) : undefined;
  return {
    id: row.id,
    waveId: row.wave_id,
    jobId: row.job_id,
    reviewer: { name: reviewer?.name ?? 'Reviewer', role: reviewer?.role ?? 'general' },
    targetMessageId: row.target_message_id,
    targetClaim: row.target_claim,
    claimFound: row.claim_found,
    category: row.category,
    severity: row.severity as ConcernView['severity'],
    confidence: row.confidence as ConcernView['confidence'],
    evidenceStatus: row.evidence_status as ConcernView['evidenceStatus'],
    reason: row.reason,
    evidence: row.evidence,
    citations: stored<ConcernView['citations']>(row.citations),
    suggestedResolution: row.suggested_resolution,
    eligible: row.eligible,
    redundantOf: row.redundant_of,
    outcome: row.outcome as ConcernView['outcome'],
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
    allowedActions: [],
    blocked: {},
  };
}

/** The text so far of turns that still run. A review shows its progress only: its text is no message. */
export async function draftsOf(db: Reader, jobs: readonly JobRow[]): Promise<JobContext['drafts']> {
  const open = jobs.filter((job) => job.finished_at === null && job.role !== 'review');
  if (open.length === 0) return new Map();
  const rows = await db
    .selectFrom('runtime.turn_draft')
    .selectAll()
    .where(
      'job_id',
      'in',
      open.map((job) => job.id),
    )
    .execute();
  const current = rows.filter((row) => open.some((job) => job.id === row.job_id && job.attempt === row.attempt));
  return new Map(current.map((row) => [row.job_id, { seq: row.seq, text: row.text, truncated: row.truncated }]));
}
