'use client';

import type { Preview } from '../api/types';
import type { Composer } from '../composer/use-composer';
import { Button } from '../ui/button';
import { AudienceIcon, DismissIcon, RepositoryIcon } from '../ui/icons';
import { cost, count, plural } from '../ui/numbers';
import { ToneText } from '../ui/tone';
import styles from './inspector.module.css';

const accessWords = {
  filesystem_read: { tone: 'good', text: 'readable' },
  metadata_only: { tone: 'waiting', text: 'name only' },
  unavailable: { tone: 'bad', text: 'not available' },
} as const;

/** Everything an agent would be given for the message that is being written. */
export function Inspector({ composer, onClose }: { composer: Composer; onClose?: () => void }) {
  const { preview, state } = composer;
  return (
    <div className={styles.inspector}>
      {onClose !== undefined && (
        <header className={styles.head}>
          <h2>What agents see</h2>
          <Button kind="icon" small label="Close" onClick={onClose}>
            <DismissIcon />
          </Button>
        </header>
      )}
      {state.draft.policy === 'note' ? (
        <p className="quiet">A note calls no agent. It is part of what agents see later.</p>
      ) : preview.shown !== null ? (
        <PreviewDetail preview={preview.shown} composer={composer} />
      ) : preview.failure !== null ? (
        <p role="alert">
          <strong>{preview.failure.title}.</strong> {preview.failure.detail}
        </p>
      ) : (
        <p className="quiet">
          Write your question, and this shows exactly what would be handed to the agents: the sources, the part of the conversation that
          fits, and its size.
        </p>
      )}
      <h3>Who can read the answer</h3>
      <p className={styles.audience}>
        <AudienceIcon />
        {preview.shown?.audience ?? composer.audience}
      </p>
    </div>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function PreviewDetail({ preview, composer }: { preview: Preview; composer: Composer }) {
  const { included, omitted } = preview.transcript;
  const share = Math.min(100, (preview.totalTokens / preview.limitTokens) * 100);
  const guarantees = [
    ...new Set(
      composer.state.draft.agents.flatMap((agent) =>
        composer.catalogue.runtimes.filter(({ id }) => id === agent.runtimeId).map(({ enforced }) => enforced.detail),
      ),
    ),
  ];
  return (
    <>
      <p className="quiet">Frozen when you send. {guarantees.join(' ')}</p>
      {preview.warnings.map((warning) => (
        <p key={warning.code + warning.detail} className={styles.warning}>
          {warning.detail}
        </p>
      ))}
      <h3>Sources</h3>
      {preview.roots.map((root) => (
        <div key={root.repositoryId} className={styles.source}>
          <RepositoryIcon />
          <div>
            <strong>{root.label}</strong>
            <span>
              {[
                root.branch === null ? null : `${root.branch}${root.headSha === null ? '' : ` at ${root.headSha.slice(0, 7)}`}`,
                root.edited > 0 ? `${root.edited} edited` : null,
                root.untracked > 0 ? `${root.untracked} untracked` : null,
                root.host === null ? null : `on ${root.host}`,
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </div>
          <ToneText headline={accessWords[root.access]} />
        </div>
      ))}
      {preview.roots.length === 0 && <p className="quiet">No repository. Type @ to add one.</p>}
      <h3>Conversation</h3>
      <p className="quiet">
        {plural(included, 'message')}
        {omitted > 0
          ? `. ${plural(omitted, 'older one')} ${omitted === 1 ? 'does' : 'do'} not fit and ${omitted === 1 ? 'is' : 'are'} left out.`
          : ', all of it.'}
      </p>
      <h3>Size</h3>
      <div className={styles.meter} role="img" aria-label={`About ${count(preview.totalTokens)} of ${count(preview.limitTokens)} tokens`}>
        <b style={{ width: `${Math.max(1, share)}%` }} />
      </div>
      <dl className={styles.sizes}>
        {preview.sections.map((section) => (
          <div key={section.name}>
            <dt>{section.label}</dt>
            <dd>{count(section.tokens)}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>
            {count(preview.totalTokens)} of {count(preview.limitTokens)}
          </dd>
        </div>
      </dl>
      <h3>Cost</h3>
      <p className="quiet">
        {preview.estimatedCostUsd === null ? 'The price is not known' : sentence(cost(preview.estimatedCostUsd))}, up to{' '}
        {plural(preview.turns, 'turn')}.
      </p>
      <h3>Fingerprint</h3>
      <p>
        <code className={styles.hash} title={preview.fingerprint}>
          {preview.fingerprint.slice(0, 16)}
        </code>
      </p>
    </>
  );
}
