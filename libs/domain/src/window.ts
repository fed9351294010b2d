import { estimateTokens, limits } from './limits';

export interface WindowCandidate {
  id: string;
  ordinal: number;
  /** UTF-8 bytes of the body. */
  bytes: number;
}
export interface WindowInput {
  /** Bytes of the trigger's body; it is always included and not among the candidates. */
  triggerBytes: number;
  /** Earlier messages with a body, any order, repeats allowed. */
  candidates: readonly WindowCandidate[];
  /** Ids that must be included: reply root, explicit sources. All must be candidates. */
  required: readonly string[];
  /** How many messages the conversation has before the trigger, loaded or not. */
  totalBefore: number;
}
export type WindowSelection =
  /** `ids` oldest first, without the trigger. */
  | { fits: true; ids: string[]; omitted: number; bytes: number; tokens: number; firstOrdinal: number | null; lastOrdinal: number | null }
  /** The required messages alone are too much. */
  | { fits: false; unit: 'count' | 'bytes' | 'tokens'; actual: number; limit: number };

/**
 * The frozen transcript: newest first until a limit is reached, the required ones always, the trigger included in every count.
 * The first message that does not fit ends the run: no gap is left in the middle but before required ones.
 */
export function selectWindow(input: WindowInput): WindowSelection {
  const byId = new Map(input.candidates.map((candidate) => [candidate.id, candidate]));
  const required = [...new Set(input.required)].flatMap((id) => byId.get(id) ?? []);
  const chosen = new Map(required.map((candidate) => [candidate.id, candidate]));
  const total = { count: 1 + required.length, bytes: input.triggerBytes, tokens: estimateTokens(input.triggerBytes) };
  for (const candidate of required) add(total, candidate);
  const broken = exceeded(total);
  if (broken !== undefined) return { fits: false, ...broken };
  const newestFirst = [...byId.values()].filter((candidate) => !chosen.has(candidate.id)).sort((a, b) => b.ordinal - a.ordinal);
  for (const candidate of newestFirst) {
    const next = { ...total, count: total.count + 1 };
    add(next, candidate);
    if (exceeded(next) !== undefined) break;
    Object.assign(total, next);
    chosen.set(candidate.id, candidate);
  }
  const ordered = [...chosen.values()].sort((a, b) => a.ordinal - b.ordinal);
  return {
    fits: true,
    ids: ordered.map((candidate) => candidate.id),
    omitted: Math.max(0, input.totalBefore - ordered.length),
    bytes: total.bytes,
    tokens: total.tokens,
    firstOrdinal: ordered[0]?.ordinal ?? null,
    lastOrdinal: ordered.at(-1)?.ordinal ?? null,
  };
}

interface Total {
  count: number;
  bytes: number;
  tokens: number;
}

function add(total: Total, candidate: WindowCandidate): void {
  total.bytes += candidate.bytes;
  total.tokens += estimateTokens(candidate.bytes);
}

function exceeded(total: Total): { unit: 'count' | 'bytes' | 'tokens'; actual: number; limit: number } | undefined {
  if (total.count > limits.windowMessages) return { unit: 'count', actual: total.count, limit: limits.windowMessages };
  if (total.bytes > limits.windowBytes) return { unit: 'bytes', actual: total.bytes, limit: limits.windowBytes };
  if (total.tokens > limits.windowTokens) return { unit: 'tokens', actual: total.tokens, limit: limits.windowTokens };
  return undefined;
}
