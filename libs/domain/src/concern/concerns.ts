import type { EvidenceStatus } from '../vocabulary';
import type { CheckedCitation, Citation, ConcernRecord, ParsedConcern, ParsedReview } from './concern-facts';
import { claimFound, fold } from './claims';

/** Concern → correction: the one predicate behind orchestration, receipts and screens. */
export function isEligible(
  concern: Pick<ConcernRecord, 'severity' | 'confidence' | 'evidenceStatus' | 'redundantOf' | 'accessAvailable' | 'claimFound'>,
): boolean {
  return (
    concern.redundantOf === null &&
    concern.severity !== 'advisory' &&
    concern.confidence !== 'low' &&
    concern.evidenceStatus !== 'speculative' &&
    concern.accessAvailable &&
    concern.claimFound
  );
}

/** Claim, category, reason and evidence status make a concern; severity, evidence and proposed resolution do not. */
const identity = (c: Pick<ParsedConcern, 'targetClaim' | 'category' | 'reason' | 'evidenceStatus'>): string =>
  JSON.stringify([fold(c.targetClaim), fold(c.category), fold(c.reason), c.evidenceStatus]);

/** The id of the first earlier concern of the wave that says the same, else null. */
export function findRedundant(
  concern: ParsedConcern,
  earlier: readonly (ParsedConcern & { id: string; redundantOf?: string | null })[],
): string | null {
  const mine = identity(concern);
  const first = earlier.find((other) => identity(other) === mine);
  return first === undefined ? null : (first.redundantOf ?? first.id);
}

/** An observation or a source without one valid citation is a guess, whatever its reviewer calls it. */
export function demoteEvidence(status: EvidenceStatus, citations: readonly Citation[]): EvidenceStatus {
  const needsCitation = status === 'observed_context' || status === 'cited_source';
  return needsCitation && !citations.some((citation) => citation.valid === true) ? 'speculative' : status;
}

/** Adds what was found: by the host for paths, from the frozen window for messages. A citation that nobody checked stays null. */
export function judgeCitations(
  citations: readonly Citation[],
  checked: readonly CheckedCitation[],
  visibleMessageIds: readonly string[],
): Citation[] {
  return citations.map((citation) => {
    if (citation.kind === 'message') return { ...citation, valid: visibleMessageIds.includes(citation.messageId) };
    const looked = checked.filter((c) => c.line === citation.line && c.endLine === citation.endLine && samePlace(c, citation));
    const found = looked.find((c) => c.valid) ?? looked[0];
    return found === undefined ? { ...citation, valid: null } : { ...citation, root: found.root, path: found.path, valid: found.valid };
  });
}

/** The label in front may have been read as a root by one side and as a folder by the other. */
function samePlace(a: { root: string; path: string }, b: { root: string; path: string }): boolean {
  const whole = (place: { root: string; path: string }): string => (place.root === '' ? place.path : `${place.root}/${place.path}`);
  return whole(a) === whole(b) || ((a.root === '' || b.root === '') && a.path === b.path);
}

export interface ConcernsInput {
  review: ParsedReview;
  /** Text of the message under review. */
  targetText: string;
  checked: readonly CheckedCitation[];
  /** The frozen window, trigger and target included. */
  visibleMessageIds: readonly string[];
  /** Concerns of the wave that are stored already, in the order of their creation. */
  earlier: readonly (ParsedConcern & { id: string; redundantOf: string | null })[];
  nextId: () => string;
}

/** The concerns of one review, judged and ready to be stored: what its author wrote is kept, what code decides is beside it. */
export function decideConcerns(input: ConcernsInput): ConcernRecord[] {
  const records: ConcernRecord[] = [];
  for (const [position, parsed] of input.review.concerns.entries()) {
    const citations = judgeCitations(parsed.citations, input.checked, input.visibleMessageIds);
    const judged = { ...parsed, citations, evidenceStatus: demoteEvidence(parsed.evidenceStatus, citations) };
    const facts = {
      ...judged,
      id: input.nextId(),
      position,
      claimFound: claimFound(parsed.targetClaim, input.targetText),
      accessAvailable: input.review.accessAvailable,
      redundantOf: findRedundant(judged, [...input.earlier, ...records]),
    };
    records.push({ ...facts, eligible: isEligible(facts) });
  }
  return records;
}
