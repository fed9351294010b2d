'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { failureOf, hasCode } from '../api/failure';
import { conversationQuery } from '../api/queries';
import { Composer } from '../composer/composer';
import { useComposer } from '../composer/use-composer';
import { Button } from '../ui/button';
import { inspectorDocks, useMedia } from '../ui/media';
import { Notice } from '../ui/notice';
import { readStored, writeStored } from '../ui/stored';
import { Sheet } from '../ui/sheet';
import { WaveSheet } from '../wave/wave-sheet';
import { ConnectionBar } from './connection-bar';
import { ConversationContext } from './conversation-context';
import { ConversationHeader } from './conversation-header';
import styles from './conversation.module.css';
import { Transcript } from './transcript';

const Inspector = lazy(() => import('../inspector/inspector').then((module) => ({ default: module.Inspector })));

export function ConversationScreen({ conversationId }: { conversationId: string }) {
  return (
    <Suspense>
      <Screen conversationId={conversationId} />
    </Suspense>
  );
}

function Screen({ conversationId }: { conversationId: string }) {
  const { data: conversation, error, refetch } = useQuery(conversationQuery(conversationId));
  const composer = useComposer(conversationId, conversation);
  const router = useRouter();
  const path = usePathname();
  const openWaveId = useSearchParams().get('wave');
  const docks = useMedia(inspectorDocks);
  // Docked, the inspector stays as it was left; over the page it opens only when asked for.
  const [docked, setDocked] = useState<boolean | null>(null);
  const [covering, setCovering] = useState(false);
  const inspecting = docks ? (docked ?? readStored('inspector') === 'open') : covering;
  const inspect = useCallback(
    (open: boolean) => {
      if (docks) {
        setDocked(open);
        writeStored('inspector', open ? 'open' : null);
      } else setCovering(open);
    },
    [docks],
  );
  const openWave = useCallback(
    (id: string | null) => window.history.pushState(null, '', id === null ? path : `${path}?wave=${id}`),
    [path],
  );
  useEffect(() => {
    document.title = conversation === undefined ? 'Parley' : `${conversation.title} · Parley`;
  }, [conversation]);

  // Typing must not draw the transcript again: what it is given stays the same object.
  const { replyTo: reply, correct } = composer;
  const open = useMemo(
    () => ({ conversationId, conversation, openWave, reply, correct }),
    [conversation, conversationId, correct, openWave, reply],
  );

  if (conversation === undefined && error !== null) {
    const missing = hasCode(error, 'not_found', 'request_invalid', 'forbidden');
    return (
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1 className="visually-hidden">Conversation</h1>
        <div className={styles.centred}>
          <Notice
            tone={missing ? 'waiting' : 'bad'}
            alert
            title={missing ? 'This conversation is not here' : 'The conversation could not be read'}
            actions={
              missing ? (
                <Button onClick={() => router.push('/')}>New conversation</Button>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          >
            {missing ? 'It was deleted, or it was never shared with you.' : failureOf(error).detail}
          </Notice>
        </div>
      </main>
    );
  }
  return (
    <ConversationContext value={open}>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ConversationHeader conversation={conversation} inspecting={inspecting} onInspect={() => inspect(!inspecting)} />
        <div className={styles.stage}>
          <div className={styles.talk}>
            <ConnectionBar />
            <Transcript conversationId={conversationId} conversation={conversation} />
            <Composer composer={composer} onInspect={() => inspect(true)} />
          </div>
          {docks && inspecting && (
            <aside className={styles.inspector} aria-label="What agents see">
              <Suspense>
                <Inspector composer={composer} onClose={() => inspect(false)} />
              </Suspense>
            </aside>
          )}
        </div>
      </main>
      <Sheet open={!docks && inspecting} onClose={() => inspect(false)} side="right" title="What agents see">
        <Suspense>
          <Inspector composer={composer} />
        </Suspense>
      </Sheet>
      <WaveSheet waveId={openWaveId} onClose={() => openWave(null)} />
    </ConversationContext>
  );
}
