'use client';

import type { Policy } from '../api/types';
import { AudienceIcon, BadIcon, SeeIcon } from '../ui/icons';
import { aboutTokens, cost, plural } from '../ui/numbers';
import styles from './composer.module.css';
import type { PreviewState } from './use-preview';

/** What agents will see, and who can read it, before it is sent. */
export function PreviewLine({
  policy,
  preview,
  audience,
  onInspect,
}: {
  policy: Policy;
  preview: PreviewState;
  audience: string;
  onInspect: () => void;
}) {
  if (policy === 'note') {
    return (
      <span className={styles.see}>
        <AudienceIcon />
        Read by: {audience}
      </span>
    );
  }
  const { shown, failure } = preview;
  if (failure !== null && shown === null) {
    return (
      <button type="button" className={`${styles.see} ${styles.seeTrouble}`} onClick={onInspect} title={failure.detail}>
        <BadIcon />
        {failure.detail}
      </button>
    );
  }
  return (
    <button type="button" className={styles.see} onClick={onInspect}>
      <SeeIcon />
      {shown === null ? (
        <>What agents see</>
      ) : (
        <>
          Agents see {shown.roots.length === 0 ? 'no repository' : plural(shown.roots.length, 'source')},{' '}
          {plural(shown.transcript.included, 'message')}
          <span className={styles.wide}>
            , about {aboutTokens(shown.totalTokens)} tokens{shown.estimatedCostUsd === null ? '' : `, ${cost(shown.estimatedCostUsd)}`}
          </span>
        </>
      )}
    </button>
  );
}
