import { correctionOutcomes, limits, type Parsed, type ParsedCorrection } from '@parley/domain';
import { z } from 'zod';
import { text, word } from './fields';
import { filterOutput } from './filter-output';
import { parseJsonObject } from './json-object';

const Resolution = z.object({
  concernId: text(limits.categoryBytes),
  outcome: word(correctionOutcomes),
  answer: text(limits.concernTextBytes),
});

const Correction = z
  .object({
    outcome: word(correctionOutcomes),
    body: z
      .string()
      .nullish()
      .transform((body) => (body == null || body.trim() === '' ? null : filterOutput(body))),
    limitations: z.array(text(limits.limitationBytes)).max(limits.limitations).default([]),
    // More than were asked for is no reason to lose the answer; what was not asked for is dropped later.
    resolutions: z
      .array(Resolution)
      .max(limits.reviewConcerns * 4)
      .default([]),
  })
  .superRefine((correction, context) => {
    const issue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (correction.outcome !== 'abstained' && correction.body === null) issue('body', 'must be the complete answer unless abstained');
    if (correction.outcome === 'abstained' && correction.limitations.length === 0)
      issue('limitations', 'must say why there is no correction');
    const ids = correction.resolutions.map((resolution) => resolution.concernId);
    if (new Set(ids).size < ids.length) issue('resolutions', 'must answer each concern once');
  });

/** The output of a correction turn, its body filtered. An abstained correction has no body, whatever was written. */
export function parseCorrection(output: string): Parsed<ParsedCorrection> {
  const parsed = parseJsonObject(output, Correction);
  if (!parsed.ok) return parsed;
  return { ok: true, value: { ...parsed.value, body: parsed.value.outcome === 'abstained' ? null : parsed.value.body } };
}
