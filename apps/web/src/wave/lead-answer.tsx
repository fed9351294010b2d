'use client';

import { useMemo, useState } from 'react';
import type { Wave } from '../api/types';
import { MessageActions } from '../conversation/message-actions';
import { Markdown } from '../text/markdown';
import { Button } from '../ui/button';
import { AgentMark } from '../ui/marks';
import { JobTrouble, LiveText } from './live-text';
import { type Answer, choiceWords, isOver } from './wave-parts';
import styles from './wave.module.css';

/** The one answer of a Direct or Team wave. A correction takes its place; the first answer stays one press away. */
export function LeadAnswer({
  wave,
  answer,
  correction,
  openConcern,
}: {
  wave: Wave;
  answer: Answer | null;
  correction: Answer | null;
  openConcern: string | null;
}) {
  const [comparing, setComparing] = useState(false);
  const corrected = correction?.message ?? null;
  const first = answer?.message ?? null;
  const shown = corrected ?? first;
  const claims = useMemo(
    () =>
      wave.concerns
        .filter((concern) => concern.id === openConcern && concern.claimFound)
        .map((concern) => ({ id: concern.id, claim: concern.targetClaim })),
    [openConcern, wave.concerns],
  );
  if (answer === null) return null;
  const { job } = answer;
  if (shown === null && !isOver(job) && job.draft === null && wave.waitingFor !== null && wave.waitingFor.kind !== 'stop') return null;
  const showsFirst = corrected !== null && openConcern !== null && !comparing && claims.length > 0;
  const text = showsFirst ? first : shown;
  return (
    <article className={styles.answer} aria-label={`Answer by ${job.participant.name}`}>
      <header className={styles.author}>
        <AgentMark name={job.participant.name} />
        <strong>{job.participant.name}</strong>
        <span className="quiet clip">{choiceWords(job)}</span>
        {corrected !== null && (
          <span className={`${styles.pill} ${showsFirst ? styles.pillQuiet : ''}`}>{showsFirst ? 'First answer' : 'Corrected'}</span>
        )}
        {(text?.freshness === 'changed_during_job' || text?.freshness === 'unknown') && (
          <span className={styles.freshness}>{text.freshness === 'unknown' ? 'freshness unknown' : 'sources changed while it worked'}</span>
        )}
        <span className="grow" />
        {corrected !== null && first !== null && (
          <Button kind="text" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
            {comparing ? 'Hide comparison' : 'Compare with first answer'}
          </Button>
        )}
      </header>
      {text !== null && text.body !== null && (
        <Markdown compareWith={comparing && first?.body != null ? first.body : undefined} claims={claims}>
          {text.body}
        </Markdown>
      )}
      {text !== null && text.body === null && <p className="quiet">This answer was deleted.</p>}
      {shown !== null && <MessageActions message={shown} />}
      {first === null && <Pending answer={answer} />}
      {correction !== null && corrected === null && (
        <div className={styles.correcting}>
          {!isOver(correction.job) && <p className="quiet">{correction.job.participant.name} is writing a correction.</p>}
          <Pending answer={correction} />
        </div>
      )}
    </article>
  );
}

/** What stands where an answer will be: the text so far, or why there is none. */
export function Pending({ answer: { job }, small = false }: { answer: Answer; small?: boolean }) {
  if (!isOver(job)) return <LiveText job={job} small={small} />;
  return <JobTrouble job={job} />;
}
