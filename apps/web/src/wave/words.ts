import type { Concern, Job, Receipt, Wave } from '../api/types';

export const policyWords: Record<Wave['policy'], string> = { direct: 'Direct', panel: 'Panel', team: 'Team' };

type Severity = Concern['severity'];
export const severityWords: Record<Severity, string> = { advisory: 'Advisory', material: 'Material', blocking: 'Blocking' };
export const confidenceWords: Record<Concern['confidence'], string> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
};
export const evidenceWords: Record<Concern['evidenceStatus'], string> = {
  observed_context: 'Seen in the code',
  cited_source: 'From a cited source',
  logical_contradiction: 'A contradiction',
  speculative: 'Speculative',
};
export const outcomeWords: Record<NonNullable<Concern['outcome']>, { text: string; tone: 'good' | 'waiting' | 'none' }> = {
  revised: { text: 'Revised', tone: 'good' },
  defended: { text: 'Defended', tone: 'good' },
  partially_revised: { text: 'Partly revised', tone: 'waiting' },
  acknowledged_unresolved: { text: 'Left open', tone: 'waiting' },
  abstained: { text: 'Not answered', tone: 'waiting' },
};
export const reviewerWords: Record<Receipt['reviewers'][number]['status'], string> = {
  no_concern: 'No concern',
  concerns: 'Concerns',
  abstained: 'Abstained',
  no_access: 'No access to the sources',
  unparsable: 'Its review could not be read',
  failed: 'Failed',
  stopped: 'Stopped',
  not_run: 'Did not run',
};
export const attestationWords: Record<NonNullable<Job['attestation']>['level'], string> = {
  sandbox: 'Read only, enforced by the system sandbox',
  native: 'Read only, enforced by the agent program',
  built_in: 'Read only, our own tools',
  instructed: 'Read only by instruction, not enforced',
};
export const roleWords: Record<Job['role'], string> = { answer: 'answer', review: 'review', correct: 'correction' };
/** The member's part of a Panel; from the built-in profiles. */
export const lensWords: Record<Job['participant']['role'], string> = {
  lead: 'operating path',
  skeptic: 'strongest counter',
  verifier: 'evidence boundary',
  general: '',
};
