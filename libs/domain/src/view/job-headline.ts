import type { CorrectionOutcome, JobRole } from '../vocabulary';
import type { JobFacts } from '../wave/wave-facts';
import { headline, type HeadlineText, plural } from './headline';
import { jobErrorText } from './job-error-text';

export interface JobHeadlineFacts extends Pick<JobFacts, 'role' | 'state' | 'result' | 'errorCode' | 'freshness'> {
  hostName: string | null;
}

const doing: { readonly [role in JobRole]: string } = { answer: 'Answering', review: 'Reviewing', correct: 'Preparing a correction' };

/** The state of one turn in words. */
export function jobHeadline(job: JobHeadlineFacts): HeadlineText {
  const where = job.hostName === null ? '' : ` on ${job.hostName}`;
  switch (job.state) {
    case 'queued':
      return headline('waiting', 'Waiting to start');
    case 'resolving_context':
      return headline('working', `Preparing context${where}`);
    case 'starting':
      return headline('working', `Starting${where}`);
    case 'running':
      return headline('working', `${doing[job.role]}${where}`);
    case 'cancel_requested':
      return headline('working', 'Stopping');
    case 'recovery_required':
      return headline('needs_you', 'Cannot confirm the end');
    case 'completed':
      return completed(job);
    case 'failed':
      return headline('bad', job.errorCode === null ? 'Failed' : jobErrorText(job.errorCode).title);
    case 'canceled':
      return headline('none', job.errorCode === null ? 'Stopped' : jobErrorText(job.errorCode).title);
    case 'context_stale':
      return headline('needs_you', 'The sources changed before it started');
  }
}

const corrected: { readonly [outcome in CorrectionOutcome]: string } = {
  revised: 'Answer revised',
  defended: 'Answer defended',
  partially_revised: 'Answer partly revised',
  acknowledged_unresolved: 'Concern left open',
  abstained: 'Correction abstained',
};
export const correctionText = (outcome: CorrectionOutcome): string => corrected[outcome];

function completed({ result, freshness }: JobHeadlineFacts): HeadlineText {
  const changed = freshness === 'changed_during_job' ? ', the sources changed meanwhile' : '';
  switch (result?.kind) {
    case 'answer':
      return headline(changed === '' ? 'good' : 'needs_you', `Answered${changed}`);
    case 'review':
      if (result.outcome === 'abstained') return headline('waiting', result.accessAvailable ? 'Abstained' : 'Abstained, no access');
      if (result.outcome === 'concerns') return headline('needs_you', plural(result.concernIds.length, 'concern', 'concerns'));
      return headline('good', 'No concern');
    case 'correction':
      return headline(
        result.outcome === 'abstained' || result.outcome === 'acknowledged_unresolved' ? 'waiting' : 'good',
        `${corrected[result.outcome]}${changed}`,
      );
    case undefined:
      return headline('good', 'Done');
  }
}
