'use client';

import { useId, useState } from 'react';
import type { Wave } from '../api/types';
import { MessageActions } from '../conversation/message-actions';
import { Markdown } from '../text/markdown';
import { AgentMark } from '../ui/marks';
import { narrow, useMedia } from '../ui/media';
import { between, duration } from '../ui/moments';
import { ToneIcon } from '../ui/tone';
import { Pending } from './lead-answer';
import { type Answer, choiceWords } from './wave-parts';
import { lensWords } from './words';
import styles from './wave.module.css';

/** Independent answers: side by side where there is room, one at a time with tabs where there is none. */
export function PanelAnswers({ wave, answers }: { wave: Wave; answers: readonly Answer[] }) {
  const tabbed = useMedia(narrow);
  const [chosen, setChosen] = useState(0);
  const id = useId();
  if (answers.length === 0) return null;
  const place = Math.min(chosen, answers.length - 1);
  if (!tabbed) {
    return (
      <div className={styles.panel} style={{ '--members': answers.length } as React.CSSProperties}>
        {answers.map((answer) => (
          <Member key={answer.job.id} answer={answer} />
        ))}
      </div>
    );
  }
  const move = (step: number): void => {
    const next = (place + step + answers.length) % answers.length;
    setChosen(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  const shown = answers[place];
  return (
    <>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label={`Answers of the ${wave.assignments.length} agents`}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          if (event.key === 'ArrowLeft') move(-1);
        }}
      >
        {answers.map(({ job, message }, index) => (
          <button
            key={job.id}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            aria-selected={index === place}
            aria-controls={`${id}-panel`}
            tabIndex={index === place ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {job.participant.name}
            {message === null && job.error !== null && <ToneIcon tone={job.headline.tone} />}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${place}`}>
          <Member answer={shown} />
        </div>
      )}
    </>
  );
}

function Member({ answer }: { answer: Answer }) {
  const { job, message } = answer;
  const took = job.startedAt !== null && job.finishedAt !== null ? duration(between(job.startedAt, job.finishedAt)) : null;
  return (
    <article className={`${styles.member} ${job.error !== null ? styles.failed : ''}`} aria-label={`Answer by ${job.participant.name}`}>
      <header className={styles.author}>
        <AgentMark name={job.participant.name} />
        <strong>{job.participant.name}</strong>
        <span className="quiet clip">{lensWords[job.participant.role]}</span>
      </header>
      {message?.body != null && <Markdown small>{message.body}</Markdown>}
      {message !== null && message.body === null && <p className="quiet">This answer was deleted.</p>}
      {message === null && <Pending answer={answer} small />}
      <footer className={`${styles.memberFoot} num`}>{[choiceWords(job), took].filter((part) => part !== null).join(', ')}</footer>
      {message !== null && <MessageActions message={message} />}
    </article>
  );
}
