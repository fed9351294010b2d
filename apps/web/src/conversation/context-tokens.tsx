import type { ContextRef } from '../api/types';
import { RepositoryIcon } from '../ui/icons';
import styles from './message.module.css';

/** The sources that a message was sent with. */
export function ContextTokens({ refs }: { refs: readonly ContextRef[] }) {
  return (
    <p className={styles.tokens}>
      {refs.map((ref) => (
        <span
          key={`${ref.kind}:${ref.id}`}
          className={`${styles.token} ${ref.available ? '' : styles.gone}`}
          title={ref.available ? 'Repository' : 'No host offers this repository now'}
        >
          <RepositoryIcon />
          {ref.label}
        </span>
      ))}
    </p>
  );
}
