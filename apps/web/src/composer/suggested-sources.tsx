'use client';

import { useQuery } from '@tanstack/react-query';
import { repositoriesQuery } from '../api/queries';
import type { ContextRef } from '../api/types';
import { AddIcon } from '../ui/icons';
import styles from './composer.module.css';

const most = 2;

/** While a question has no source, the repositories that agents could read are one press away. */
export function SuggestedSources({ onAdd, disabled }: { onAdd: (ref: ContextRef) => void; disabled: boolean }) {
  const { data } = useQuery(repositoriesQuery);
  return (data?.items ?? [])
    .filter(({ available }) => available)
    .slice(0, most)
    .map(({ id, label }) => (
      <button
        key={id}
        type="button"
        className={styles.suggestion}
        disabled={disabled}
        aria-label={`Add ${label} as a source`}
        onClick={() => onAdd({ kind: 'repository', id, label, available: true })}
      >
        <AddIcon />
        {label}
      </button>
    ));
}
