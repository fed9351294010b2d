'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { failureOf } from '../api/failure';
import type { RailFilter } from '../api/keys';
import { railQuery } from '../api/queries';
import { useSession } from '../conversation/session-gate';
import { Button } from '../ui/button';
import { ComposeIcon } from '../ui/icons';
import { ProductMark } from '../ui/marks';
import { useNow } from '../ui/now';
import { SkeletonLines } from '../ui/skeleton';
import { PersonMenu } from './person-menu';
import { RailRow } from './rail-row';
import styles from './rail.module.css';

const filters: readonly { id: RailFilter; label: string }[] = [
  { id: 'open', label: 'All' },
  { id: 'needs', label: 'Needs you' },
  { id: 'archived', label: 'Archived' },
];
const nothing: Record<RailFilter, string> = {
  open: 'No conversations yet. Ask something, and the answer is kept here.',
  needs: 'Nothing waits for you.',
  archived: 'Archived conversations are kept here.',
};

export function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const { workspaceName } = useSession();
  const [filter, setFilter] = useState<RailFilter>('open');
  const { data, error, refetch } = useQuery(railQuery(filter));
  const needs = useQuery(railQuery('needs'));
  const path = usePathname();
  const now = useNow(30_000);
  const waiting = needs.data?.items.length ?? 0;
  return (
    <nav className={styles.rail} aria-label="Conversations">
      <header className={styles.head}>
        <ProductMark />
        <strong className="grow clip">{workspaceName}</strong>
      </header>
      <Link className={styles.compose} href="/" onClick={onNavigate}>
        <ComposeIcon />
        New conversation
        <kbd aria-hidden>C</kbd>
      </Link>
      <div className={styles.filters} role="group" aria-label="Show">
        {filters.map(({ id, label }) => (
          <button key={id} type="button" aria-pressed={filter === id} onClick={() => setFilter(id)}>
            {label}
            {id === 'needs' && waiting > 0 && <span className={styles.count}>{waiting}</span>}
          </button>
        ))}
      </div>
      <ul className={styles.list}>
        {data?.items.map((summary) => (
          <RailRow key={summary.id} summary={summary} current={path === `/c/${summary.id}`} now={now} onNavigate={onNavigate} />
        ))}
        {data === undefined && error === null && (
          <li aria-busy="true" className={styles.pending}>
            <SkeletonLines widths={['85%', '50%', '70%', '45%', '90%', '60%']} />
          </li>
        )}
        {data?.items.length === 0 && <li className={styles.empty}>{nothing[filter]}</li>}
        {data === undefined && error !== null && (
          <li className={styles.empty} role="alert">
            The list could not be read. {failureOf(error).detail}{' '}
            <Button kind="text" onClick={() => void refetch()}>
              Try again
            </Button>
          </li>
        )}
      </ul>
      <PersonMenu />
    </nav>
  );
}
