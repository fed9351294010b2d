'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { failureOf, hasCode } from '../api/failure';
import { sessionQuery } from '../api/queries';
import type { Session } from '../api/types';
import { rememberReturn } from '../account/return-to';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { ShellSkeleton } from './shell-skeleton';
import styles from './session-gate.module.css';

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionGate');
  return session;
}

/** Lets people in who are signed in, and sends everyone else to the sign-in page, to come back to the same place. */
export function SessionGate({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { data, error, refetch, isFetching } = useQuery({
    ...sessionQuery,
    retry: (failures, reason) => failures < 5 && !hasCode(reason, 'unauthenticated'),
    retryDelay: 1_000,
  });
  const signedOut = hasCode(error, 'unauthenticated');
  useEffect(() => {
    if (!signedOut) return;
    rememberReturn(window.location.pathname + window.location.search);
    router.replace('/sign-in');
  }, [router, signedOut]);
  if (data !== undefined && !signedOut) return <SessionContext value={data}>{children}</SessionContext>;
  if (error !== null && !signedOut) {
    const failure = failureOf(error);
    return (
      <main className={styles.page}>
        <Notice
          tone="bad"
          alert
          title="Parley cannot be reached"
          actions={
            <Button onClick={() => void refetch()} disabled={isFetching}>
              Try again
            </Button>
          }
        >
          {failure.detail} Your conversations and drafts are kept on the server.
        </Notice>
      </main>
    );
  }
  return <ShellSkeleton />;
}
