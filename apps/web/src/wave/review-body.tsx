'use client';

import type { Concern, Job } from '../api/types';
import { Citation } from '../text/citation';
import { Markdown } from '../text/markdown';
import { RevisedIcon } from '../ui/icons';
import { plural } from '../ui/numbers';
import { ToneText } from '../ui/tone';
import { JobTrouble } from './live-text';
import { choiceWords, isOver } from './wave-parts';
import { confidenceWords, evidenceWords, outcomeWords, severityWords } from './words';
import styles from './wave.module.css';

/** What a reviewer said, in full. */
export default function ReviewBody({ job, concerns }: { job: Job; concerns: readonly Concern[] }) {
  const limitations = job.result?.kind === 'review' ? job.result.limitations : [];
  return (
    <div className={styles.reviewBody}>
      {concerns.map((concern) => (
        <ConcernText key={concern.id} concern={concern} />
      ))}
      {concerns.length === 0 && job.result?.kind === 'review' && (
        <p>{job.result.outcome === 'abstained' ? 'It did not judge the answer.' : 'It read the answer and found nothing to object to.'}</p>
      )}
      {job.result === null && (isOver(job) ? <JobTrouble job={job} /> : <ToneText headline={job.headline} />)}
      {limitations.length > 0 && (
        <div className={styles.limits}>
          <strong>{plural(limitations.length, 'limitation')}</strong>
          <ul>
            {limitations.map((limitation) => (
              <li key={limitation}>{limitation}</li>
            ))}
          </ul>
        </div>
      )}
      <p className={styles.facts}>
        <span>{choiceWords(job)}</span>
        {job.attestation !== null && <span>{job.attestation.detail}</span>}
      </p>
    </div>
  );
}

function ConcernText({ concern }: { concern: Concern }) {
  return (
    <div className={styles.concern}>
      <blockquote className={styles.claim}>{concern.targetClaim}</blockquote>
      <Markdown small>{concern.reason}</Markdown>
      {concern.evidence.trim() !== '' && concern.evidence !== concern.reason && (
        <details className={styles.more}>
          <summary>Evidence</summary>
          <Markdown small>{concern.evidence}</Markdown>
        </details>
      )}
      {concern.suggestedResolution.trim() !== '' && (
        <details className={styles.more}>
          <summary>Suggested resolution</summary>
          <Markdown small>{concern.suggestedResolution}</Markdown>
        </details>
      )}
      <p className={styles.facts}>
        <span>{severityWords[concern.severity]}</span>
        <span>{confidenceWords[concern.confidence]}</span>
        <span>{evidenceWords[concern.evidenceStatus]}</span>
        {concern.category !== '' && <span>{concern.category}</span>}
        {concern.redundantOf !== null && <span>The same as another concern</span>}
        {!concern.claimFound && <span>The claim is not in the answer, so it counts as advice</span>}
        {concern.citations.map((citation, index) =>
          citation.kind === 'path' ? (
            <Citation
              key={index}
              doubtful={citation.valid === false}
            >{`${citation.path}:${citation.line}${citation.endLine === null ? '' : `-${citation.endLine}`}`}</Citation>
          ) : null,
        )}
      </p>
      {concern.outcome !== null && (
        <div className={styles.reply}>
          <span className={`${styles.outcome} ${styles[outcomeWords[concern.outcome].tone]}`}>
            <RevisedIcon />
            {outcomeWords[concern.outcome].text}
          </span>
          {concern.answer !== null && <Markdown small>{concern.answer}</Markdown>}
        </div>
      )}
    </div>
  );
}
