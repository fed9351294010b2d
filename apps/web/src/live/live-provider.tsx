'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { api } from '../api/client';
import { keys } from '../api/keys';
import type { Conversation, Wave } from '../api/types';
import { announcementFor } from './announcement';
import { draftTexts } from './draft-texts';
import { readWave, refresh, takeDrafts } from './refresh';
import { isNothing, markStale, nothingStale } from './stale-set';
import { keepStream, type StreamState } from './stream';

const StreamContext = createContext<StreamState>('connecting');
export const useStreamState = (): StreamState => useContext(StreamContext);

/** Events of one moment are read together. */
const coalesceMs = 60;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** Holds the one event stream of this page and feeds the cache from it. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    const controller = new AbortController();
    let stale = nothingStale();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = false;
    const readAgain = async (): Promise<void> => {
      timer = undefined;
      if (reading || isNothing(stale)) return;
      reading = true;
      const now = stale;
      stale = nothingStale();
      await refresh(queries, now).catch(() => undefined);
      reading = false;
      if (!isNothing(stale)) schedule();
    };
    const schedule = (): void => {
      timer ??= setTimeout(() => void readAgain(), coalesceMs);
    };
    let missed = false;
    let begun = false;
    void keepStream({
      client: api,
      signal: controller.signal,
      wait,
      onState: (next) => {
        setState(next);
        if (next === 'lost') missed = true;
        if (next === 'ended') void queries.invalidateQueries({ queryKey: keys.session });
      },
      onEvent: (event) => {
        if (event.kind === 'ready' && !begun) {
          // What was read before the stream began may have changed in between.
          begun = true;
          for (const key of ['rail', 'conversation', 'messages', 'unsettled'])
            void queries.invalidateQueries({ queryKey: [key], predicate: ({ state: { data } }) => data !== undefined });
          missed = true;
        }
        if (missed) {
          // Increments of live text are not repeated after a loss: waves that run are read again.
          missed = false;
          void queries.invalidateQueries({
            queryKey: ['wave'],
            predicate: (query) => (query.state.data as Wave | undefined)?.state !== 'settled',
          });
        }
        if (event.kind === 'draft') {
          if (draftTexts.increment(event.data) === 'gap') void readWave(queries, event.data.waveId).catch(() => undefined);
        } else if (event.kind === 'read') {
          queries.setQueryData<Conversation>(keys.conversation(event.data.conversationId), (known) =>
            known === undefined ? known : { ...known, readOrdinal: Math.max(known.readOrdinal, event.data.readOrdinal) },
          );
          void queries.invalidateQueries({ queryKey: keys.rail });
        } else if (event.kind === 'event' || event.kind === 'reset') {
          markStale(stale, event);
          schedule();
        }
      },
    });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [queries]);

  useEffect(() => {
    const heard = new Map<string, Wave>();
    return queries.getQueryCache().subscribe(({ type, query }) => {
      if ((query.queryKey as readonly unknown[])[0] !== 'wave' || (type !== 'updated' && type !== 'added')) return;
      const wave = query.state.data as Wave | undefined;
      if (wave === undefined || heard.get(wave.id) === wave) return;
      takeDrafts(wave);
      const text = heard.has(wave.id) || wave.createdAt > openedAt ? announcementFor(heard.get(wave.id), wave) : null;
      heard.set(wave.id, wave);
      if (text !== null) setAnnouncement(text);
    });
  }, [queries]);

  return (
    <StreamContext value={state}>
      {children}
      <p className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </p>
    </StreamContext>
  );
}

const openedAt = new Date().toISOString();
