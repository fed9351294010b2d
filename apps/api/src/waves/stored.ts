import type { AssignmentRole, CorrectionOutcome, JobErrorCode, LimitViolation, ProfileRole, ReviewOutcome } from '@parley/domain';

/** The shapes inside the jsonb columns of a wave. Written only here and by the transactions of this folder, so they are trusted when read. */
export interface StoredAssignment {
  participantId: string;
  revisionId: string;
  profileId: string;
  name: string;
  role: ProfileRole;
  assignmentRole: AssignmentRole;
  runtimeId: string;
  runtimeName: string;
  modelId: string;
  effort: string | null;
  contractVersion: number;
}
export interface StoredRef {
  kind: 'repository';
  id: string;
  label: string;
  access: 'filesystem_read' | 'metadata_only';
}
/** Evidence of one root on the wave's host, as it was frozen. `generation` is what the host compares with before and after its turns. */
export interface StoredRoot {
  repositoryId: string;
  label: string;
  branch: string | null;
  headSha: string | null;
  edited: number;
  untracked: number;
  generation: string | null;
  access: 'filesystem_read' | 'metadata_only' | 'unavailable';
}
export interface StoredTranscript {
  messageIds: string[];
  omitted: number;
  firstOrdinal: number | null;
  lastOrdinal: number | null;
}
export type StoredResult =
  | { kind: 'answer'; messageId: string }
  | { kind: 'review'; outcome: ReviewOutcome; limitations: string[]; accessAvailable: boolean; concernIds: string[] }
  | { kind: 'correction'; outcome: CorrectionOutcome; limitations: string[]; messageId: string | null };
export interface StoredError {
  code: JobErrorCode;
  violation: LimitViolation | null;
}
export interface StoredUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  reasoningTokens: number | null;
  modelCalls: number | null;
  costUsd: number | null;
}
export interface StoredWaiting {
  kind: 'predecessor' | 'host' | 'capacity' | 'workflow';
  since: string;
  hostId: string | null;
}

export const stored = <T>(value: unknown): T => value as T;
