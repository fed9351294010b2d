import type { AgentPolicy, ProfileRole } from '@parley/domain';

/** A message of the frozen window. `body` null: deleted since; it keeps its place. */
export interface PromptMessage {
  id: string;
  ordinal: number;
  /** A person's name, or an agent's name; never a model, a runtime or a provider. */
  author: string;
  authorKind: 'person' | 'agent' | 'system';
  status: 'visible' | 'superseded' | 'tombstone';
  body: string | null;
}

/** A reference as it was frozen. Labels and branch names are untrusted text. */
export interface ManifestItem {
  kind: 'repository';
  id: string;
  label: string;
  access: 'filesystem_read' | 'metadata_only' | 'unavailable';
  branch: string | null;
  headSha: string | null;
  edited: number | null;
  untracked: number | null;
  /** A limitation to tell, e.g. that it is beyond the three roots. */
  note: string | null;
}

export interface PromptConcern {
  id: string;
  targetClaim: string;
  category: string;
  severity: string;
  confidence: string;
  evidenceStatus: string;
  reason: string;
  evidence: string;
  citations: readonly string[];
  suggestedResolution: string;
}

interface PromptBase {
  policy: AgentPolicy;
  /** The agent that is asked, with the contract version of its participant revision. */
  agent: { profileId: string; name: string; role: ProfileRole; contractVersion: number };
  conversationTitle: string;
  /** The message that called the wave. */
  request: { messageId: string; author: string; body: string };
  manifest: readonly ManifestItem[];
  /** Messages that the sender selected explicitly. */
  sources: readonly PromptMessage[];
  /** The frozen window without the request, oldest first; it may repeat sources, which are then only pointed to. */
  transcript: readonly PromptMessage[];
  /** Messages before the window that are left out. */
  omitted: number;
  /** Root of the reply, when the request is one. */
  replyTo: string | null;
}

/** What a review of an earlier wave of the conversation found; it stands in no message, so that an answer would not know of it otherwise. */
export interface PromptReview {
  targetMessageId: string;
  reviewer: string;
  outcome: string;
  concerns: readonly { targetClaim: string; severity: string; reason: string; outcome: string | null }[];
}

/** The answer that a review judges or a correction replaces. */
export interface PromptTarget {
  messageId: string;
  author: string;
  body: string;
}

export type PromptInput =
  /** `earlierReviews`: of the window's messages, newest first; at most four reviews and eight concerns are told. */
  | (PromptBase & { phase: 'answer'; earlierReviews?: readonly PromptReview[] | undefined })
  | (PromptBase & { phase: 'review'; target: PromptTarget })
  | (PromptBase & { phase: 'correct'; target: PromptTarget; concerns: readonly PromptConcern[] });
