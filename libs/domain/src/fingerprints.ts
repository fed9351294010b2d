import { canonicalJson } from './canonical-json';
import type { SendRequest } from './send/send-facts';

/** SHA-256 of UTF-8 text, in lower-case hex. */
export type Hash = (text: string) => string;

const sendVersion = 1;
const contextVersion = 1;

/**
 * What a send means, without its identity: two requests with equal fingerprints are the same send.
 * Order of responders counts (it is the order of the wave); order of sources and references does not, repeats neither.
 */
export function sendFingerprint(hash: Hash, conversationId: string, request: SendRequest): string {
  return hash(
    canonicalJson({
      version: sendVersion,
      conversationId,
      body: request.body,
      replyTo: request.replyTo ?? null,
      supersedes: request.supersedes ?? null,
      sources: unique(request.sources),
      contextRefs: unique(request.contextRefs.map((ref) => `${ref.kind}:${ref.id}`)),
      policy: request.policy,
      responders: request.responders.map((r) => ({
        profileId: r.profileId ?? null,
        participantId: r.participantId ?? null,
        runtimeId: r.runtimeId,
        modelId: r.modelId,
        effort: r.effort ?? null,
      })),
      previewFingerprint: request.previewFingerprint ?? null,
    }),
  );
}

/** One reference as it was captured or previewed. `generation`: null for what is not read. */
export interface ContextState {
  kind: 'repository';
  id: string;
  access: 'filesystem_read' | 'metadata_only' | 'unavailable';
  generation: string | null;
}

/** What the agents' sources are, apart from names and times: equal when nothing that they could read has changed. */
export function contextFingerprint(hash: Hash, refs: readonly ContextState[]): string {
  const states = refs.map(({ kind, id, access, generation }) => ({ kind, id, access, generation }));
  states.sort((a, b) => (`${a.kind}:${a.id}` < `${b.kind}:${b.id}` ? -1 : 1));
  return hash(canonicalJson({ version: contextVersion, refs: states }));
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();
