import type { PlannedRef, SendRequest } from './send-facts';
import type { Policy } from '../vocabulary';

/** What a wave was called with, as it is stored. */
export interface StoredSend {
  body: string;
  policy: Policy;
  replyTo: string | null;
  /** Only those that still have their text. */
  sources: readonly string[];
  refs: readonly Pick<PlannedRef, 'kind' | 'id'>[];
  assignments: readonly { participantId: string; runtimeId: string; modelId: string; effort: string | null }[];
}

/**
 * The same question as a new send: same text, agents and sources, a new identity. It corrects nothing and confirms no preview:
 * the sources are taken as they are now.
 */
export function retryRequest(stored: StoredSend, clientMessageId: string): SendRequest {
  return {
    clientMessageId,
    body: stored.body,
    policy: stored.policy,
    responders: stored.assignments.map(({ participantId, runtimeId, modelId, effort }) => ({ participantId, runtimeId, modelId, ...(effort === null ? {} : { effort }) })),
    ...(stored.replyTo === null ? {} : { replyTo: stored.replyTo }),
    sources: stored.sources,
    contextRefs: stored.refs.map(({ kind, id }) => ({ kind, id })),
  };
}
