import {
  type Citation,
  confidences,
  evidenceStatuses,
  limits,
  type Parsed,
  type ParsedReview,
  reviewOutcomes,
  severities,
} from '@parley/domain';
import { z } from 'zod';
import { extractCitations, parseCitation } from './citations';
import { text, word } from './fields';
import { parseJsonObject } from './json-object';

const Concern = z.object({
  targetClaim: text(limits.claimBytes),
  category: text(limits.categoryBytes),
  severity: word(severities),
  confidence: word(confidences),
  evidenceStatus: word(evidenceStatuses),
  reason: text(limits.concernTextBytes),
  evidence: text(limits.concernTextBytes),
  citations: z.array(z.string().max(1300)).max(limits.concernCitations).default([]),
  suggestedResolution: text(limits.claimBytes),
});

const Review = z
  .object({
    outcome: word(reviewOutcomes),
    reviewedScope: text(limits.reviewScopeBytes),
    requiredAccessAvailable: z.boolean(),
    limitations: z.array(text(limits.limitationBytes)).max(limits.limitations).default([]),
    concerns: z.array(Concern).max(limits.reviewConcerns).default([]),
  })
  .superRefine((review, context) => {
    const issue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if ((review.outcome === 'concerns') !== review.concerns.length > 0)
      issue('concerns', 'must be there with outcome concerns, and only then');
    if (!review.requiredAccessAvailable && review.outcome !== 'abstained') issue('outcome', 'must be abstained without the needed access');
    if (review.outcome === 'abstained' && review.limitations.length === 0) issue('limitations', 'must say why the review was not made');
  });

/** The output of a review turn. `labels` are the names of the wave's roots, so that `name/path:line` is understood. */
export function parseReview(output: string, labels: readonly string[] = []): Parsed<ParsedReview> {
  const parsed = parseJsonObject(output, Review);
  if (!parsed.ok) return parsed;
  const { requiredAccessAvailable, concerns, ...review } = parsed.value;
  return {
    ok: true,
    value: {
      ...review,
      accessAvailable: requiredAccessAvailable,
      concerns: concerns.map((concern) => ({ ...concern, citations: citationsOf(concern, labels) })),
    },
  };
}

/** What is listed, then what the evidence itself names; text that is no citation is no citation. */
function citationsOf({ citations, evidence }: z.infer<typeof Concern>, labels: readonly string[]): Citation[] {
  const listed = citations.flatMap((written): Citation[] => {
    const citation = parseCitation(written, labels);
    return citation === undefined ? [] : [citation];
  });
  const named = extractCitations(evidence, labels).map((found): Citation => ({
    kind: 'path',
    root: found.root,
    path: found.path,
    line: found.line,
    endLine: found.endLine,
    valid: null,
  }));
  const unique = new Map([...listed, ...named].map((citation) => [JSON.stringify(citation), citation]));
  return [...unique.values()].slice(0, limits.concernCitations);
}
