import { deliveryStates, freshnessValues, jobErrorCodes, jobRoles, limits, profileRoles } from '@parley/domain';
import { z } from 'zod';
import { attestationLevels, RuntimeReport } from './catalogue';
import {
  ConversationId,
  Effort,
  Hash,
  HostId,
  Instant,
  JobId,
  Label,
  MessageId,
  ModelId,
  RepositoryId,
  RuntimeId,
  WaveId,
} from './scalars';
import { Usage } from './waves';

/**
 * The protocol between a host worker and the API. Hosts authenticate with a host token and see only their own work.
 *
 * Hosts and the API are upgraded one after the other. A field that the other side does not know yet is left out, never refused: a refused end of a turn
 * would be lost. New fields are optional; a new word of a closed list is understood by one release before another sends it. docs/changing-workflows.md
 */
export const RegisterHost = z.object({
  name: Label,
  platform: z.string().max(80),
  version: z.string().max(80),
  capacity: z.number().int().min(1).max(64),
});
export const RegisteredHost = z.object({ hostId: HostId, name: z.string() });

/**
 * `key` is stable on the host (a hash of its real path there); the path itself never leaves the host. `edited`, `untracked` and `generation` are
 * the same Git evidence as `RootEvidence`: what a preview shows and fingerprints. A host leaves them out where it has not looked yet.
 */
export const RepositoryReport = z.object({
  key: Hash,
  label: Label,
  branch: z.string().max(512).nullable(),
  headSha: z.string().max(64).nullable(),
  available: z.boolean(),
  reason: z.string().max(400).nullable(),
  edited: z.number().int().min(0).nullable().default(null),
  untracked: z.number().int().min(0).nullable().default(null),
  generation: Hash.nullable().default(null),
});
/**
 * A preview asks for evidence of this moment. The host keeps one `getInspection` open (`waitMs`, long poll); when it names repositories the host inspects
 * them and posts a full report at once. The API waits at most a second for it, then uses the newest report it has.
 */
export const InspectionQuery = z.object({ waitMs: z.coerce.number().int().min(0).max(25_000).default(0) });
export const Inspection = z.object({ repositoryIds: z.array(RepositoryId) });
export const ReportHost = z.object({
  runtimes: z.array(RuntimeReport).max(64),
  repositories: z.array(RepositoryReport).max(256),
  capacity: z.number().int().min(1).max(64),
  running: z.number().int().min(0),
});
/** Tells the host which id the API gave to each of its repository keys. */
export const HostReportAccepted = z.object({ repositories: z.array(z.object({ key: Hash, id: RepositoryId })) });

export const ContextRequest = z.object({
  waveId: WaveId,
  repositories: z.array(z.object({ id: RepositoryId, key: Hash, label: z.string() })),
});
/** Git evidence of one root. The generation is the SHA-256 of everything observed; only it, counts and labels leave the host. */
export const RootEvidence = z.object({
  repositoryId: RepositoryId,
  status: z.enum(['captured', 'unreadable']),
  reason: z.string().max(400).nullable(),
  branch: z.string().max(512).nullable(),
  headSha: z.string().max(64).nullable(),
  edited: z.number().int().min(0),
  untracked: z.number().int().min(0),
  generation: Hash.nullable(),
});
export const PutContext = z.object({ roots: z.array(RootEvidence).max(limits.contextRoots) });
export const ContextAccepted = z.object({ fingerprint: Hash });

export const promptSectionNames = [
  'system',
  'role',
  'request',
  'targets',
  'manifest',
  'sources',
  'transcript',
  'phase_output',
  'task',
  'concerns',
  'reminder',
  'filesystem',
] as const;
export const PromptSection = z.object({ name: z.enum(promptSectionNames), trusted: z.boolean(), text: z.string() });

/** One provider turn, whole: what to ask, about which roots, of which runtime. Fetched by (job, attempt), never stored in Temporal. */
export const Assignment = z.object({
  jobId: JobId,
  attempt: z.number().int().positive(),
  waveId: WaveId,
  conversationId: ConversationId,
  role: z.enum(jobRoles),
  profileRole: z.enum(profileRoles),
  runtimeId: RuntimeId,
  modelId: ModelId,
  effort: Effort.nullable(),
  /** Trusted and untrusted sections in prompt order, without the filesystem guide, which the host adds. */
  sections: z.array(PromptSection),
  /** The answer under review or correction, and the eligible concerns of a correction, as data. */
  target: z.object({ messageId: MessageId, text: z.string() }).nullable(),
  question: z.string(),
  concerns: z.array(
    z.object({
      id: z.string(),
      targetClaim: z.string(),
      category: z.string(),
      severity: z.string(),
      reason: z.string(),
      evidence: z.string(),
      suggestedResolution: z.string(),
    }),
  ),
  roots: z.array(z.object({ repositoryId: RepositoryId, key: Hash, label: z.string(), generation: Hash })),
  contextFingerprint: Hash,
  deadlineMs: z.number().int().positive(),
  outputLimitBytes: z.number().int().positive(),
  /** Set when a stop was accepted before this turn began: the host must not start it. */
  stopRequested: z.boolean(),
});

export const Attestation = z.object({ level: z.enum(attestationLevels), detail: z.string().max(400) });
/** Progress of the delivery, for people who watch; the host journal is the proof, this is not. */
export const PostDelivery = z.object({ delivery: z.enum(deliveryStates), attestation: Attestation.nullable() });
export const DeliveryAccepted = z.object({ stopRequested: z.boolean() });
/** The whole text so far, in batches; a lower `seq` than one already stored is ignored. `progress` is what a review may show. */
export const PostDraft = z.object({
  seq: z.number().int().min(0),
  text: z.string().max(limits.draftBytes * 2),
  truncated: z.boolean(),
  progress: z.string().max(200).nullable(),
});

export const turnStatuses = ['completed', 'failed', 'interrupted', 'not_delivered'] as const;
/**
 * The end of a turn as the host proved it. `output` is the raw text of the model: an answer in Markdown, or the JSON of a review or correction.
 * `not_delivered` is proof that the provider never got the request. Idempotent by (job, attempt, hash of this body).
 */
export const PutTerminal = z.object({
  status: z.enum(turnStatuses),
  output: z.string().max(limits.waveOutputBytes).nullable(),
  errorCode: z.enum(jobErrorCodes).nullable(),
  freshness: z.enum(freshnessValues),
  usage: Usage.nullable(),
  attestation: Attestation.nullable(),
  /** Citations that the host checked against the roots: one entry per citation text found in the output. */
  citations: z
    .array(
      z.object({
        root: z.string().max(256),
        path: z.string().max(1024),
        line: z.number().int().positive(),
        endLine: z.number().int().positive().nullable(),
        valid: z.boolean(),
      }),
    )
    .max(256),
  startedAt: Instant.nullable(),
  finishedAt: Instant,
  /** Found afterwards, about a turn whose process had died: nobody waits for its task any more. With `not_delivered`, a repeat repeats nothing. */
  reconciled: z.boolean().optional(),
});
export const turnOutcomes = ['answered', 'reviewed', 'corrected', 'abstained', 'failed', 'stopped', 'stale', 'not_sent'] as const;
/** What `runTurn` returns to the workflow: an enum and a hash, no content. */
export const TerminalAccepted = z.object({ outcome: z.enum(turnOutcomes), hash: Hash });

/** What the journal of a host that came back, or was asked, can prove about a turn that has no terminal. */
export const evidenceKinds = ['not_sent', 'alive', 'unknown'] as const;
export const PutEvidence = z.object({ kind: z.enum(evidenceKinds), code: z.string().max(80) });
