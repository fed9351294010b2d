import type { AgentPolicy, AssignmentRole, MessageStatus, Policy, ProfileRole } from '../vocabulary';
import type { ParleyError } from '../errors';

/** A send as the client wrote it, already validated by the wire schema. */
export interface SendRequest {
  clientMessageId: string;
  body: string;
  policy: Policy;
  responders: readonly ResponderChoice[];
  replyTo?: string | undefined;
  supersedes?: string | undefined;
  sources: readonly string[];
  contextRefs: readonly { kind: 'repository'; id: string }[];
  previewFingerprint?: string | undefined;
}
export interface ResponderChoice {
  profileId?: string | undefined;
  participantId?: string | undefined;
  runtimeId: string;
  modelId: string;
  effort?: string | undefined;
}

/** One earlier message; `bytes` is the UTF-8 size of its body, 0 for a tombstone. */
export interface MessageFact {
  id: string;
  ordinal: number;
  status: MessageStatus;
  authorKind: 'person' | 'agent' | 'system';
  /** The person who wrote it, null for agents and the system. */
  personId: string | null;
  replyTo: string | null;
  bytes: number;
}

export interface ParticipantFact {
  id: string;
  profileId: string;
  revision: number;
  revisionId: string;
  name: string;
  role: ProfileRole;
  runtimeId: string;
  runtimeName: string;
  modelId: string;
  effort: string | null;
  roleContractVersion: number;
}
/** A profile of the catalogue, with the hash of its contract's text (SHA-256 in hex). */
export interface ProfileFact {
  id: string;
  name: string;
  role: ProfileRole;
  roleContractVersion: number;
  roleContractHash: string;
}

/** One host as it last reported. `online`: heard of within `limits.hostStaleMs`. */
export interface HostFact {
  id: string;
  name: string;
  online: boolean;
  runtimes: readonly RuntimeFact[];
  repositories: readonly { id: string; available: boolean; reason: string | null }[];
}
export interface RuntimeFact {
  id: string;
  name: string;
  ready: boolean;
  reason: string | null;
  models: readonly { id: string; name?: string; efforts: readonly string[] }[];
}

/** Everything the decision reads, loaded under the lock of the conversation's row. */
export interface SendFacts {
  conversation: { id: string; state: 'open' | 'archived'; titleAuto: boolean; latestOrdinal: number };
  personId: string;
  /** Of this request, by `sendFingerprint`. */
  fingerprint: string;
  /** The message that this person sent to this conversation with the same clientMessageId, if any. */
  earlier: { messageId: string; fingerprint: string; waveId: string | null; intentId: string | null } | null;
  unsettledWaves: number;
  /** The newest messages (at least the newest 80 when there are as many), and those named by the request with their reply roots; any order, repeats allowed. */
  messages: readonly MessageFact[];
  participants: readonly ParticipantFact[];
  profiles: readonly ProfileFact[];
  hosts: readonly HostFact[];
  /** Labels of every repository named by the request that exists. */
  repositories: readonly { id: string; label: string }[];
}

export interface PlannedRef {
  kind: 'repository';
  id: string;
  label: string;
  /** `metadata_only`: beyond the three roots; agents learn that it exists, not what is in it. */
  access: 'filesystem_read' | 'metadata_only';
}

/** One agent of the wave. `change` says what to write: nothing, a next revision of `participantId`, or a new participant with revision 1. */
export interface PlannedAssignment {
  position: number;
  assignmentRole: AssignmentRole;
  change: 'unchanged' | 'new_revision' | 'new_participant';
  participantId: string | null;
  /** The revision to use; null when one must be written. */
  revisionId: string | null;
  revision: number;
  profileId: string;
  name: string;
  role: ProfileRole;
  runtimeId: string;
  runtimeName: string;
  modelId: string;
  effort: string | null;
  roleContractVersion: number;
  /** Of the contract version above; null when unchanged (the stored revision has it). */
  roleContractHash: string | null;
}

export interface PlannedWave {
  policy: AgentPolicy;
  assignments: PlannedAssignment[];
  /** Where every turn of the wave runs. */
  hostId: string;
  /** False: accepted although the only suitable host is away; the wave waits for it. */
  hostOnline: boolean;
  /** Repository ids that are readable roots, at most three. */
  rootIds: string[];
  /** Frozen window, oldest first, without the trigger (its id is not made yet): the trigger comes last. */
  windowIds: string[];
  omitted: number;
}

export interface SendPlan {
  message: { body: string; policy: Policy; replyTo: string | null; supersedes: string | null; sources: string[] };
  refs: PlannedRef[];
  /** Sentences for the sender and the agents, e.g. that a repository is named only. */
  notes: string[];
  /** Null for a note. */
  wave: PlannedWave | null;
  /** Set when this is the first message of a conversation without a title of its own. */
  title: string | null;
}

export type SendDecision =
  /** The same send again: answer as the first time, write nothing. */
  | { kind: 'replay'; messageId: string; waveId: string | null; intentId: string | null }
  | { kind: 'refuse'; error: ParleyError }
  | { kind: 'accept'; plan: SendPlan };
