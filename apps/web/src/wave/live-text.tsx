'use client';

import type { Job } from '../api/types';
import { useDraftText } from '../live/draft-texts';
import { LiveMarkdown } from '../text/markdown';
import { ToneText } from '../ui/tone';
import { isWorking } from './wave-parts';
import styles from './wave.module.css';

/** The text of a turn as it grows. Listeners hear phases, not tokens: nothing here is a live region. */
export function LiveText({ job, small = false }: { job: Job; small?: boolean }) {
  const live = useDraftText(job.id);
  const text = live !== undefined && live.seq >= (job.draft?.seq ?? -1) ? live : job.draft;
  if (text === null || text === undefined || text.text === '')
    return isWorking(job) ? (
      <LiveMarkdown text="" small={small} />
    ) : (
      <p className={styles.jobState}>
        <ToneText headline={job.headline} />
      </p>
    );
  return (
    <>
      <LiveMarkdown text={text.text} small={small} />
      {text.truncated && <p className="quiet">Only the first part is shown while it is being written.</p>}
    </>
  );
}

/** What a turn says about its progress; used where there is no public text. */
export function LiveProgress({ job }: { job: Job }) {
  const live = useDraftText(job.id);
  return live?.progress == null ? null : <span className="quiet clip">{live.progress}</span>;
}

/** Why a turn gave no answer. */
export function JobTrouble({ job }: { job: Job }) {
  if (job.error === null && job.state === 'completed') return null;
  return (
    <div className={styles.trouble}>
      <p>
        <ToneText
          headline={
            job.error === null || job.headline.text === job.error.title ? job.headline : { tone: job.headline.tone, text: job.error.title }
          }
        />
      </p>
      {job.error !== null && <p className={styles.troubleText}>{job.error.detail}</p>}
      {job.error?.violation != null && (
        <p className={`${styles.troubleText} num`}>
          {job.error.violation.section}: {job.error.violation.actual.toLocaleString('en-US')} of at most{' '}
          {job.error.violation.limit.toLocaleString('en-US')} {job.error.violation.unit}.
        </p>
      )}
    </div>
  );
}
