'use client';

import type { ReactNode } from 'react';
import type { Job, Receipt, Wave } from '../api/types';
import { ExternalIcon, RepositoryIcon } from '../ui/icons';
import { AgentMark } from '../ui/marks';
import { between, clockWithSeconds, duration } from '../ui/moments';
import { cost, count, plural, tokensOf } from '../ui/numbers';
import { ToneText } from '../ui/tone';
import { TimelinePicture } from './timeline';
import { choiceWords } from './wave-parts';
import { attestationWords, reviewerWords, roleWords } from './words';
import styles from './wave-detail.module.css';

/** One wave on its own: when what happened, who did it under which guarantee, what they saw, and the receipt. */
export default function WaveDetail({ wave }: { wave: Wave }) {
  return (
    <>
      <p className={styles.lead}>
        <ToneText headline={wave.headline} />
        <span className="quiet">“{wave.question}”</span>
      </p>
      {wave.waitingFor !== null && wave.state !== 'settled' && (
        <p>
          <strong>{wave.waitingFor.title}.</strong> {wave.waitingFor.detail}
        </p>
      )}
      {wave.temporalUrl !== null && (
        <p>
          <a className={styles.link} href={wave.temporalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalIcon />
            Open in Temporal
          </a>
        </p>
      )}
      <TimelinePicture wave={wave} />
      <Section title="Turns">
        <ul className={styles.turns}>
          {wave.jobs.map((job) => (
            <Turn key={job.id} job={job} />
          ))}
          {wave.jobs.length === 0 && <li className="quiet">No turn has started.</li>}
        </ul>
      </Section>
      <Section title="What agents saw">
        <ContextFacts wave={wave} />
      </Section>
      {wave.receipt !== null && (
        <Section title="Receipt">
          <ReceiptFacts receipt={wave.receipt} />
        </Section>
      )}
      <Section title="What happened">
        <ol className={styles.events}>
          {wave.timeline.map((entry, index) => (
            <li key={index}>
              <time dateTime={entry.at}>{clockWithSeconds(entry.at)}</time>
              <span>{entry.text}</span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Turn({ job }: { job: Job }) {
  const tokens = job.usage === null ? null : tokensOf(job.usage);
  const facts = [
    choiceWords(job),
    job.host === null ? null : `on ${job.host.name}`,
    job.startedAt !== null && job.finishedAt !== null ? duration(between(job.startedAt, job.finishedAt), true) : null,
    tokens === null ? 'tokens unknown' : `${count(tokens)} tokens`,
    job.usage?.costUsd == null ? null : cost(job.usage.costUsd),
    job.attempt > 1 ? `attempt ${job.attempt}` : null,
  ].filter((fact) => fact !== null);
  return (
    <li>
      <AgentMark name={job.participant.name} />
      <div>
        <p className={styles.turnHead}>
          <strong>{job.participant.name}</strong>
          <span className="quiet">{roleWords[job.role]}</span>
          <ToneText headline={job.headline} />
        </p>
        <p className="quiet num">{facts.join(', ')}</p>
        {job.attestation !== null && (
          <p className="quiet">
            {attestationWords[job.attestation.level]}. {job.attestation.detail}
          </p>
        )}
        {job.error !== null && <p>{job.error.detail}</p>}
      </div>
    </li>
  );
}

const Fingerprint = ({ children }: { children: string }) => (
  <code className={styles.hash} title={children}>
    {children.slice(0, 12)}
  </code>
);

function ContextFacts({ wave: { context } }: { wave: Wave }) {
  const { included, omitted } = context.transcript;
  const changed = context.previewFingerprint !== null && context.fingerprint !== null && context.previewFingerprint !== context.fingerprint;
  return (
    <div className={styles.facts}>
      {context.roots.map((root) => (
        <p key={root.repositoryId} className={styles.root}>
          <RepositoryIcon />
          <span>
            <strong>{root.label}</strong>{' '}
            <span className="quiet">
              {[
                root.branch === null ? null : `${root.branch}${root.headSha === null ? '' : ` at ${root.headSha.slice(0, 7)}`}`,
                root.edited > 0 ? `${root.edited} edited` : null,
                root.untracked > 0 ? `${root.untracked} untracked` : null,
                root.access === 'filesystem_read'
                  ? 'files readable'
                  : root.access === 'metadata_only'
                    ? 'only its name and state'
                    : 'not available',
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </span>
          {root.generation !== null && <Fingerprint>{root.generation}</Fingerprint>}
        </p>
      ))}
      {context.roots.length === 0 && <p className="quiet">No repository was selected.</p>}
      <p>
        {plural(included, 'message')} of the conversation
        {omitted > 0 ? `; ${plural(omitted, 'older one')} did not fit and ${omitted === 1 ? 'was' : 'were'} left out` : ''}.
      </p>
      {context.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      {context.fingerprint !== null && (
        <p className="quiet">
          Context fingerprint <Fingerprint>{context.fingerprint}</Fingerprint>
          {changed && context.previewFingerprint !== null && (
            <>
              , not the one that was seen when it was sent: <Fingerprint>{context.previewFingerprint}</Fingerprint>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const tokens = tokensOf(receipt.usage);
  return (
    <div className={styles.facts}>
      <p>{receipt.summary}</p>
      {receipt.notDone.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <table className={styles.table}>
        <tbody>
          {receipt.reviewers.map((reviewer) => (
            <tr key={reviewer.name}>
              <th scope="row">{reviewer.name}</th>
              <td>
                {reviewer.status === 'concerns' ? plural(reviewer.concerns, 'concern') : reviewerWords[reviewer.status]}
                {reviewer.detail !== null && <span className="quiet"> {reviewer.detail}</span>}
              </td>
            </tr>
          ))}
          {receipt.concerns.length > 0 && (
            <tr>
              <th scope="row">Concerns</th>
              <td>
                {receipt.concerns.length}, {receipt.concerns.filter(({ eligible }) => eligible).length} called for a correction
              </td>
            </tr>
          )}
          <tr>
            <th scope="row">Tokens</th>
            <td className="num">
              {tokens === null
                ? 'unknown'
                : `${count(tokens)}${receipt.usage.cachedTokens === null ? '' : `, ${count(receipt.usage.cachedTokens)} of them cached`}`}
            </td>
          </tr>
          <tr>
            <th scope="row">Cost</th>
            <td className="num">{receipt.usage.costUsd === null ? 'unknown' : cost(receipt.usage.costUsd)}</td>
          </tr>
          {receipt.context.map((entry) => (
            <tr key={entry.phase}>
              <th scope="row">Context, {entry.phase === 'correct' ? 'correction' : entry.phase}</th>
              <td>
                <Fingerprint>{entry.fingerprint}</Fingerprint>{' '}
                {entry.freshness === 'fresh'
                  ? 'unchanged'
                  : entry.freshness === 'unknown'
                    ? 'not known whether it changed'
                    : 'changed meanwhile'}
              </td>
            </tr>
          ))}
          {receipt.contracts.length > 0 && (
            <tr>
              <th scope="row">Versions</th>
              <td>
                role contracts {[...new Set(receipt.contracts.map(({ contractVersion }) => contractVersion))].join(', ')}; prompts{' '}
                {[...new Set(receipt.contracts.map(({ promptVersion }) => promptVersion))].join(', ')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
