import Link from 'next/link';
import { memo } from 'react';
import type { ConversationSummary } from '../api/types';
import { PrivateIcon } from '../ui/icons';
import { ago } from '../ui/moments';
import { plural } from '../ui/numbers';
import { ToneText } from '../ui/tone';
import styles from './rail.module.css';

export const RailRow = memo(function RailRow({
  summary,
  current,
  now,
  onNavigate,
}: {
  summary: ConversationSummary;
  current: boolean;
  now: Date;
  onNavigate?: (() => void) | undefined;
}) {
  const unread = summary.unreadCount > 0 && !current;
  return (
    <li className={`${current ? styles.current : ''} ${unread ? styles.unread : ''}`}>
      <Link href={`/c/${summary.id}`} aria-current={current ? 'page' : undefined} onClick={onNavigate}>
        <span className={styles.title}>
          {summary.title}
          {unread && <span className="visually-hidden">, {plural(summary.unreadCount, 'unread message')}</span>}
        </span>
        <span className={styles.meta}>
          <ToneText headline={summary.headline} className={styles.headline} />
          {summary.audienceKind === 'private' && <PrivateIcon aria-label="Only you" />}
          <time dateTime={summary.lastActivityAt}>{ago(summary.lastActivityAt, now)}</time>
        </span>
      </Link>
    </li>
  );
});
