/** Outputs of reviewers and correctors as a model would write them. */
export interface TestConcern {
  targetClaim: string;
  severity?: string;
  confidence?: string;
  evidenceStatus?: string;
  reason?: string;
  citations?: string[];
}

export const noConcern = (scope: string): string =>
  JSON.stringify({ outcome: 'no_concern_found', reviewedScope: scope, requiredAccessAvailable: true, limitations: [], concerns: [] });
export const abstained = (scope: string): string =>
  JSON.stringify({
    outcome: 'abstained',
    reviewedScope: scope,
    requiredAccessAvailable: true,
    limitations: ['Out of my depth.'],
    concerns: [],
  });

export const concerns = (scope: string, list: readonly TestConcern[]): string =>
  JSON.stringify({
    outcome: 'concerns',
    reviewedScope: scope,
    requiredAccessAvailable: true,
    limitations: [],
    concerns: list.map((concern) => ({
      category: 'correctness',
      severity: 'blocking',
      confidence: 'high',
      evidenceStatus: 'logical_contradiction',
      reason: 'It contradicts itself.',
      evidence: 'Both cannot be.',
      citations: [],
      suggestedResolution: 'Say which.',
      ...concern,
    })),
  });

export const correction = (body: string, resolutions: readonly { concernId: string; outcome: string }[], outcome = 'revised'): string =>
  JSON.stringify({
    outcome,
    body,
    limitations: [],
    resolutions: resolutions.map((resolution) => ({ ...resolution, answer: 'Corrected.' })),
  });
