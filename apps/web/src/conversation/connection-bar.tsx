'use client';

import { useStreamState } from '../live/live-provider';
import { OfflineIcon } from '../ui/icons';
import styles from './conversation.module.css';

/** Says that what is shown may be old, and that nothing is lost. Silent while all is well. */
export function ConnectionBar() {
  const state = useStreamState();
  if (state !== 'lost' && state !== 'ended') return null;
  return (
    <p className={styles.connection} role="status">
      <OfflineIcon />
      {state === 'lost'
        ? 'The connection is lost. Agents go on working; this page catches up when it is back.'
        : 'Your session has ended. Sign in again to go on; your draft is kept.'}
    </p>
  );
}
