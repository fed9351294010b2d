import {
  agentPolicyList,
  confidences,
  correctionOutcomes,
  deliveryStates,
  evidenceStatuses,
  freshnessValues,
  gateStates,
  jobErrorCodes,
  jobRoles,
  jobStates,
  personWaveStates,
  profileRoles,
  reviewerStatuses,
  reviewOutcomes,
  settlementReasons,
  severities,
  waitCodes,
  waveOutcomes,
  wavePhases,
} from '@parley/domain';
import { z } from 'zod';
import { ContextRefView, Headline, Message, SendMessage } from './conversations';
import {
  actionable,
  ClientId,
  ConcernId,
  ConversationId,
  Effort,
  Hash,
  HostId,
  Instant,
  JobId,
  MessageId,
  ModelId,
  ParticipantId,
  ProfileId,
  RepositoryId,
  RuntimeId,
  WaveId,
} from './scalars';

/** Unknown is null, never zero. */
export const Usage = z.object({
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  reasoningTokens: z.number().int().nullable(),
  modelCalls: z.number().int().nullable(),
  costUsd: z.number().nullable(),
});

export const Citation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('path'),
    root: z.string().max(256),
    path: z.string().max(1024),
    line: z.number().int().positive(),
    endLine: z.number().int().positive().nullable(),
    valid: z.boolean().nullable(),
  }),
  z.object({ kind: z.literal('message'), messageId: MessageId, valid: z.boolean().nullable() }),
]);

export const Concern = z.object({
  id: ConcernId,
  waveId: WaveId,
  jobId: JobId,
  reviewer: z.object({ name: z.string(), role: z.enum(profileRoles) }),
  targetMessageId: MessageId,
  targetClaim: z.string(),
  /** Whether the claim was found in the target message; if not, the concern is advisory only. */
  claimFound: z.boolean(),
  category: z.string(),
  severity: z.enum(severities),
  confidence: z.enum(confidences),
  evidenceStatus: z.enum(evidenceStatuses),
  reason: z.string(),
  evidence: z.string(),
  citations: z.array(Citation),
  suggestedResolution: z.string(),
  eligible: z.boolean(),
  redundantOf: ConcernId.nullable(),
  outcome: z.enum(correctionOutcomes).nullable(),
  answer: z.string().nullable(),
  createdAt: Instant,
  ...actionable,
});

export const JobError = z.object({
  code: z.enum(jobErrorCodes),
  title: z.string(),
  detail: z.string(),
  violation: z.object({ section: z.string(), actual: z.number(), limit: z.number(), unit: z.string() }).nullable(),
});
export const JobResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), messageId: MessageId }),
  z.object({
    kind: z.literal('review'),
    outcome: z.enum(reviewOutcomes),
    limitations: z.array(z.string()),
    accessAvailable: z.boolean(),
    concernIds: z.array(ConcernId),
  }),
  z.object({
    kind: z.literal('correction'),
    outcome: z.enum(correctionOutcomes),
    limitations: z.array(z.string()),
    messageId: MessageId.nullable(),
  }),
]);
export const Job = z.object({
  id: JobId,
  role: z.enum(jobRoles),
  participant: z.object({ id: ParticipantId, profileId: ProfileId, name: z.string(), role: z.enum(profileRoles) }),
  runtimeId: RuntimeId,
  runtimeName: z.string(),
  modelId: ModelId,
  effort: Effort.nullable(),
  host: z.object({ id: HostId, name: z.string() }).nullable(),
  state: z.enum(jobStates),
  delivery: z.enum(deliveryStates),
  attempt: z.number().int().positive(),
  headline: Headline,
  /** The text so far of an unsettled answer or correction; `seq` counts the batches. Reviews stream progress only. */
  draft: z.object({ seq: z.number().int(), text: z.string(), truncated: z.boolean() }).nullable(),
  result: JobResult.nullable(),
  error: JobError.nullable(),
  freshness: z.enum(freshnessValues).nullable(),
  /** What was enforced for this turn, as the host attested it. */
  attestation: z.object({ level: z.enum(['sandbox', 'native', 'built_in', 'instructed']), detail: z.string() }).nullable(),
  usage: Usage.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});

/** Stored when the wave settles, and never changed: what happened, and as plainly what did not. */
export const Receipt = z.object({
  version: z.literal(1),
  policy: z.enum(agentPolicyList),
  outcome: z.enum(waveOutcomes),
  reason: z.enum(settlementReasons),
  /** True only when everything that was planned happened and every eligible concern has an outcome. */
  complete: z.boolean(),
  summary: z.string(),
  reviewers: z.array(
    z.object({
      jobId: JobId.nullable(),
      name: z.string(),
      role: z.enum(profileRoles),
      status: z.enum(reviewerStatuses),
      concerns: z.number().int(),
      detail: z.string().nullable(),
    }),
  ),
  concerns: z.array(z.object({ concernId: ConcernId, eligible: z.boolean(), outcome: z.enum(correctionOutcomes).nullable() })),
  context: z.array(z.object({ phase: z.enum(wavePhases), fingerprint: Hash, freshness: z.enum(freshnessValues) })),
  contracts: z.array(
    z.object({ jobId: JobId, role: z.enum(profileRoles), contractVersion: z.number().int(), promptVersion: z.number().int() }),
  ),
  usage: Usage,
  notDone: z.array(z.string()),
});

export const waitKinds = ['predecessor', 'host', 'capacity', 'decision', 'resume', 'recovery', 'stop', 'workflow'] as const;
export const WaitingFor = z.object({
  kind: z.enum(waitKinds),
  code: z.enum(waitCodes),
  title: z.string(),
  detail: z.string(),
  since: Instant,
  waveId: WaveId.nullable(),
  host: z.object({ id: HostId, name: z.string() }).nullable(),
});

export const WaveContext = z.object({
  fingerprint: Hash.nullable(),
  previewFingerprint: Hash.nullable(),
  capturedAt: Instant.nullable(),
  roots: z.array(
    z.object({
      repositoryId: RepositoryId,
      label: z.string(),
      branch: z.string().nullable(),
      headSha: z.string().nullable(),
      edited: z.number().int(),
      untracked: z.number().int(),
      generation: Hash.nullable(),
      access: z.enum(['filesystem_read', 'metadata_only', 'unavailable']),
    }),
  ),
  transcript: z.object({
    included: z.number().int(),
    omitted: z.number().int(),
    firstOrdinal: z.number().int().nullable(),
    lastOrdinal: z.number().int().nullable(),
  }),
  refs: z.array(ContextRefView),
  notes: z.array(z.string()),
});

export const Wave = z.object({
  id: WaveId,
  conversationId: ConversationId,
  messageId: MessageId,
  /** The first line of the question, for queues and pages that do not load the message. */
  question: z.string(),
  policy: z.enum(agentPolicyList),
  state: z.enum(personWaveStates),
  gate: z.enum(gateStates),
  phase: z.enum(wavePhases).nullable(),
  outcome: z.enum(waveOutcomes).nullable(),
  reason: z.enum(settlementReasons).nullable(),
  headline: Headline,
  waitingFor: WaitingFor.nullable(),
  predecessorId: WaveId.nullable(),
  assignments: z.array(
    z.object({
      participantId: ParticipantId,
      name: z.string(),
      role: z.enum(profileRoles),
      runtimeId: RuntimeId,
      runtimeName: z.string(),
      modelId: ModelId,
      effort: Effort.nullable(),
    }),
  ),
  jobs: z.array(Job),
  concerns: z.array(Concern),
  receipt: Receipt.nullable(),
  context: WaveContext,
  usage: Usage,
  timeline: z.array(z.object({ at: Instant, kind: z.string(), text: z.string(), jobId: JobId.nullable() })),
  temporalUrl: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  ...actionable,
});
export const WavesQuery = z.strictObject({ state: z.enum(['unsettled', 'all']).default('unsettled') });
export const WaveList = z.object({ items: z.array(Wave) });

export const Intent = z.object({ id: z.string(), status: z.enum(['pending', 'consumed', 'canceled']), fingerprint: Hash });
export const SendAccepted = z.object({ message: Message, wave: Wave.nullable(), intent: Intent.nullable(), eventSeq: z.number().int() });

export const StopWave = z.strictObject({ stopId: ClientId });
export const ContinueWave = z.strictObject({ fingerprint: Hash });
/** A retry is a new send with a new identity that repeats the question; the old wave stays as it is. */
export const RetryWave = SendMessage.pick({ clientMessageId: true });
