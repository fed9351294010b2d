import { bareCitation, type CheckContext, type Objection } from './check';
import { isCheckable, objectionsTo } from './checks';
import { claimsOf } from './claims';
import type { Lens } from './rank';
import type { Repository } from './repository';

/** The review as JSON that `parseReview` reads. */
export interface ReviewOutput {
  outcome: 'concerns' | 'no_concern_found' | 'abstained';
  reviewedScope: string;
  requiredAccessAvailable: boolean;
  limitations: string[];
  concerns: Array<
    Record<
      'targetClaim' | 'category' | 'severity' | 'confidence' | 'evidenceStatus' | 'reason' | 'evidence' | 'suggestedResolution',
      string
    > & { citations: string[] }
  >;
}

const maxConcerns = 8;
const maxClaim = 600;
const severityOrder = { blocking: 0, material: 1, advisory: 2 } as const;

function concern(context: CheckContext, objection: Objection): ReviewOutput['concerns'][number] {
  const citations = objection.places.slice(0, 4).map((place) => bareCitation(context, place));
  return {
    targetClaim: objection.claim.text,
    category: objection.category,
    severity: objection.severity,
    confidence: objection.confidence,
    // That something is nowhere is shown by the list of all files, which has no line to cite.
    evidenceStatus: citations.length > 0 ? 'observed_context' : 'logical_contradiction',
    reason: objection.reason,
    evidence: objection.evidence,
    citations,
    suggestedResolution:
      objection.replacement === null
        ? 'Strike this statement, or name the place that shows it.'
        : `Replace it with: ${objection.replacement}`,
  };
}

const scopeSentence: Readonly<Record<Lens, string>> = {
  skeptic:
    'Denials ("does not exist", "is not used", "no tests", "only") and open ends were looked at; citations and values are the Verifier’s part.',
  verifier: 'Citations, places, quotations and values were looked at; denials are the Skeptic’s part.',
  lead: 'Citations, values, quotations and denials were looked at.',
  general: 'Citations, values, quotations and denials were looked at.',
};

/** Reviews an answer by holding every statement that can be checked against the files. What cannot be checked is not judged, and that is said. */
export async function composeReview(
  repositories: readonly Repository[],
  target: { messageId: string; text: string },
  lens: Lens,
  unreadable: readonly string[],
): Promise<ReviewOutput> {
  const base = { reviewedScope: target.messageId, concerns: [] };
  if (repositories.length === 0) {
    const why =
      unreadable.length > 0
        ? `Git on this host could not read ${unreadable.join(', ')}.`
        : 'No repository is mentioned, and this reviewer can only hold statements against files.';
    return { ...base, outcome: 'abstained', requiredAccessAvailable: false, limitations: [why] };
  }
  const context = { repositories };
  const claims = claimsOf(target.text).filter((claim) => claim.text.length <= maxClaim);
  const checkable = claims.filter(isCheckable);
  if (checkable.length === 0) {
    return {
      ...base,
      outcome: 'abstained',
      requiredAccessAvailable: true,
      limitations: ['The answer has no statement that can be held against files: it names no file, line, name or number.'],
    };
  }
  const found = await objectionsTo(context, checkable, lens);
  const kept = [...found]
    .sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity] || a.claim.start - b.claim.start)
    .slice(0, maxConcerns);
  const limitations = [
    `No model read this answer: ${checkable.length} of its ${claims.length} statements name something that files can confirm or deny, and those were checked by a program.`,
    scopeSentence[lens],
    ...(unreadable.length > 0 ? [`Git on this host could not read ${unreadable.join(', ')}.`] : []),
    ...(found.length > kept.length ? [`${found.length - kept.length} further objections are not listed.`] : []),
  ];
  return {
    ...base,
    outcome: kept.length > 0 ? 'concerns' : 'no_concern_found',
    requiredAccessAvailable: true,
    limitations,
    concerns: kept.map((objection) => concern(context, objection)),
  };
}
