'use client';

import { lazy, Suspense, useState } from 'react';
import type { Concern, Headline, Job } from '../api/types';
import { OpenIcon, CloseUpIcon, RevisedIcon } from '../ui/icons';
import { AgentMark } from '../ui/marks';
import { ToneText } from '../ui/tone';
import { LiveProgress } from './live-text';
import { isOver } from './wave-parts';
import { outcomeWords } from './words';
import styles from './wave.module.css';

const ReviewBody = lazy(() => import('./review-body'));

/** One concern keeps its weight in the row: "1 blocking concern". */
function headlineOf(job: Job, concerns: readonly Concern[]): Headline {
  const worst = (['blocking', 'material', 'advisory'] as const).find((severity) =>
    concerns.some((concern) => concern.severity === severity),
  );
  if (worst === undefined || concerns.length > 1) return job.headline;
  return { tone: worst === 'advisory' ? 'none' : 'needs_you', text: `1 ${worst} concern` };
}

/** A reviewer's row; opens in place. The claim under objection is highlighted in the answer while the row is open. */
export function ReviewRow({
  review: { job, concerns },
  onOpen,
}: {
  review: { job: Job; concerns: Concern[] };
  onOpen: (concernId: string | null) => void;
}) {
  const [open, setOpen] = useState(false);
  const answered = concerns.find((concern) => concern.outcome !== null)?.outcome ?? null;
  const toggle = (): void => {
    setOpen(!open);
    onOpen(open ? null : (concerns.find((concern) => concern.claimFound)?.id ?? null));
  };
  return (
    <div className={styles.review}>
      <button type="button" className={styles.reviewHead} aria-expanded={open} onClick={toggle}>
        <AgentMark name={job.participant.name} />
        <strong>{job.participant.name}</strong>
        <ToneText headline={headlineOf(job, concerns)} />
        {!isOver(job) && <LiveProgress job={job} />}
        <span className="grow" />
        {answered !== null && concerns.length === 1 && (
          <span className={`${styles.outcome} ${styles[outcomeWords[answered].tone]}`}>
            <RevisedIcon />
            {outcomeWords[answered].text}
          </span>
        )}
        {isOver(job) && job.result?.kind === 'review' && answered === null && (
          <span className={styles.access}>{job.result.accessAvailable ? 'full access' : 'no access'}</span>
        )}
        {open ? <CloseUpIcon /> : <OpenIcon />}
      </button>
      {open && (
        <Suspense fallback={<div className={styles.reviewBody} />}>
          <ReviewBody job={job} concerns={concerns} />
        </Suspense>
      )}
    </div>
  );
}
