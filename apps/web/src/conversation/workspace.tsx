'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../api/failure';
import { LiveProvider } from '../live/live-provider';
import { SessionGate } from './session-gate';
import { Shell } from './shell';

/** A refusal is an answer: only a missing answer is asked again. */
const refusals = ['not_found', 'forbidden', 'unauthenticated', 'request_invalid', 'cursor_invalid'];

const makeQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && !hasCode(error, ...refusals),
        refetchOnWindowFocus: false,
        gcTime: 10 * 60_000,
      },
      mutations: { retry: false },
    },
  });

export function Workspace({ children }: { children: ReactNode }) {
  const [queries] = useState(makeQueries);
  return (
    <QueryClientProvider client={queries}>
      <SessionGate>
        <LiveProvider>
          <Shell>{children}</Shell>
        </LiveProvider>
      </SessionGate>
    </QueryClientProvider>
  );
}
