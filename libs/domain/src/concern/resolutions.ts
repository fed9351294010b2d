import type { CorrectionOutcome } from '../vocabulary';
import type { ParsedCorrection } from './concern-facts';

export interface ResolutionRecord {
  concernId: string;
  outcome: CorrectionOutcome;
  answer: string;
}

/**
 * What to write on each eligible concern. An id that the correction left out gets nothing: its outcome stays null and the receipt is
 * incomplete. Ids that were not asked for are dropped; the overall outcome never stands in for a missing one.
 */
export function decideResolutions(eligibleIds: readonly string[], correction: ParsedCorrection): ResolutionRecord[] {
  return eligibleIds.flatMap((concernId) => {
    const resolution = correction.resolutions.find((candidate) => candidate.concernId === concernId);
    return resolution === undefined ? [] : [{ concernId, outcome: resolution.outcome, answer: resolution.answer }];
  });
}
