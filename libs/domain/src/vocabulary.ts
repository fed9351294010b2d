/** The closed vocabularies of Parley. Everything stored or sent uses these lower-case words; no second spelling exists. */

export const policies = ['note', 'direct', 'panel', 'team'] as const;
export type Policy = (typeof policies)[number];
export const agentPolicyList = ['direct', 'panel', 'team'] as const;
export type AgentPolicy = (typeof agentPolicyList)[number];

/** Wave states as stored. `personWaveState` says what a person is shown. */
export const waveStates = [
  'planned',
  'snapshotting',
  'queued',
  'running',
  'stop_requested',
  'stopping',
  'recovery_required',
  'settled',
] as const;
export type WaveState = (typeof waveStates)[number];

export const personWaveStates = ['queued', 'planned', 'running', 'stopping', 'recovery_required', 'settled'] as const;
export type PersonWaveState = (typeof personWaveStates)[number];

export const wavePhases = ['answer', 'review', 'correct', 'complete'] as const;
export type WavePhase = (typeof wavePhases)[number];
export type TurnPhase = Exclude<WavePhase, 'complete'>;

export const waveOutcomes = ['complete', 'partial', 'failed', 'stale', 'no_response', 'canceled'] as const;
export type WaveOutcome = (typeof waveOutcomes)[number];

export const settlementReasons = ['completed', 'failed', 'stopped', 'superseded', 'user_canceled', 'context_changed'] as const;
export type SettlementReason = (typeof settlementReasons)[number];

/** What a wave waits for before its first dispatch. `interrupted`: planning failed after acceptance; a person resumes or cancels. */
export const gateStates = ['open', 'ready', 'reconfirmation_required', 'interrupted'] as const;
export type GateState = (typeof gateStates)[number];

export const jobStates = [
  'queued',
  'resolving_context',
  'starting',
  'running',
  'cancel_requested',
  'recovery_required',
  'completed',
  'failed',
  'canceled',
  'context_stale',
] as const;
export type JobState = (typeof jobStates)[number];

export const jobRoles = ['answer', 'review', 'correct'] as const;
export type JobRole = (typeof jobRoles)[number];

/** Delivery of a provider request, and of an interrupt: the same words for both. */
export const deliveryStates = ['not_sent', 'sending', 'acknowledged', 'ambiguous', 'not_delivered', 'terminal'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const freshnessValues = ['fresh', 'changed_during_job', 'unknown'] as const;
export type Freshness = (typeof freshnessValues)[number];

export const profileRoles = ['lead', 'skeptic', 'verifier', 'general'] as const;
export type ProfileRole = (typeof profileRoles)[number];

export const assignmentRoles = ['primary', 'reviewer', 'panelist'] as const;
export type AssignmentRole = (typeof assignmentRoles)[number];

export const messageStatuses = ['visible', 'superseded', 'tombstone'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const severities = ['advisory', 'material', 'blocking'] as const;
export type Severity = (typeof severities)[number];
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];
export const evidenceStatuses = ['observed_context', 'cited_source', 'logical_contradiction', 'speculative'] as const;
export type EvidenceStatus = (typeof evidenceStatuses)[number];

export const reviewOutcomes = ['concerns', 'no_concern_found', 'abstained'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
export const correctionOutcomes = ['revised', 'defended', 'partially_revised', 'acknowledged_unresolved', 'abstained'] as const;
export type CorrectionOutcome = (typeof correctionOutcomes)[number];

export const reviewerStatuses = ['no_concern', 'concerns', 'abstained', 'no_access', 'unparsable', 'failed', 'stopped', 'not_run'] as const;
export type ReviewerStatus = (typeof reviewerStatuses)[number];

export const roles = ['owner', 'admin', 'member', 'guest', 'service', 'host'] as const;
export type Role = (typeof roles)[number];

export const audienceKinds = ['workspace', 'people', 'private'] as const;
export type AudienceKind = (typeof audienceKinds)[number];
export type Audience = { kind: 'workspace' } | { kind: 'people'; personIds: string[] } | { kind: 'private' };

/** Stored error codes of a job. Text for people is chosen from the code; provider text is never shown. */
export const jobErrorCodes = [
  'context_unavailable',
  'context_changed',
  'context_too_large',
  'permission_attestation_failed',
  'provider_unavailable',
  'provider_refused',
  'provider_rate_limited',
  'provider_failed',
  'delivery_not_confirmed',
  'delivery_ambiguous',
  'invalid_result',
  'output_missing',
  'output_too_large',
  'deadline_exceeded',
  'repository_changed',
  'stopped',
  'given_up',
  'host_stopped',
  'journal_unwritable',
  'internal_failure',
] as const;
export type JobErrorCode = (typeof jobErrorCodes)[number];

/** A limit that a prompt or a request broke, with both numbers, so that a person can see by how much. */
export interface LimitViolation {
  section: string;
  actual: number;
  limit: number;
  unit: 'bytes' | 'tokens' | 'count';
}
