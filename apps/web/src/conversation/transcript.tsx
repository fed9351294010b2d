'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { failureOf } from '../api/failure';
import { unsettledQuery, useMessages } from '../api/queries';
import type { Conversation } from '../api/types';
import { Button } from '../ui/button';
import { NewestIcon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { SkeletonLines } from '../ui/skeleton';
import { Queue } from '../wave/queue';
import { WaveRow } from '../wave/wave-row';
import { JumpContext } from './jump-context';
import { MessageRow } from './message-row';
import { useReadMarker } from './read-marker';
import { buildRows, type Row } from './rows';
import { useSession } from './session-gate';
import styles from './transcript.module.css';
import { useWaves } from './use-waves';

const nearBottomPx = 80;
const nearTopPx = 600;
/** A scroll within this time after a wheel, touch, key or pointer is a person's. */
const personMs = 1_000;

export const Transcript = memo(function Transcript({
  conversationId,
  conversation,
}: {
  conversationId: string;
  conversation: Conversation | undefined;
}) {
  const queries = useQueryClient();
  const { person } = useSession();
  const { query, loadOlder, loadingOlder } = useMessages(conversationId);
  const unsettled = useQuery(unsettledQuery(queries, conversationId)).data;
  const list = query.data;
  const waves = useWaves(list?.items, unsettled);
  // The divider stays where it was when the conversation was opened.
  const [readAtOpen, setReadAtOpen] = useState<number | null>(null);
  if (readAtOpen === null && conversation !== undefined) setReadAtOpen(conversation.readOrdinal);
  const ready = list !== undefined && readAtOpen !== null && unsettled !== undefined;
  const rows = useMemo(
    () =>
      ready
        ? buildRows({
            messages: list.items,
            wave: (id) => waves.get(id),
            unsettled,
            readOrdinal: readAtOpen,
            myId: person.id,
            now: new Date(),
          })
        : [],
    [list, person.id, readAtOpen, ready, unsettled, waves],
  );
  if (query.isError && list === undefined) {
    return (
      <div className={styles.centred}>
        <Notice
          tone="bad"
          alert
          title="The messages could not be read"
          actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {failureOf(query.error).detail} Nothing is lost.
        </Notice>
      </div>
    );
  }
  if (!ready) return <TranscriptSkeleton />;
  if (rows.length === 0) {
    return (
      <div className={styles.centred}>
        <p className="quiet">Nothing has been said here yet. The field below is where it begins.</p>
      </div>
    );
  }
  return (
    <Rows
      rows={rows}
      waveIsPanel={(id) => waves.get(id)?.policy === 'panel'}
      prepends={list.prepends}
      hasOlder={list.before !== null}
      loadingOlder={loadingOlder}
      loadOlder={loadOlder}
      latestOrdinal={list.items.at(-1)?.ordinal ?? 0}
      conversationId={conversationId}
    />
  );
});

interface RowsProps {
  rows: Row[];
  waveIsPanel: (id: string) => boolean;
  prepends: number;
  hasOlder: boolean;
  loadingOlder: boolean;
  loadOlder: () => Promise<void>;
  latestOrdinal: number;
  conversationId: string;
}

function Rows({ rows, waveIsPanel, prepends, hasOlder, loadingOlder, loadOlder, latestOrdinal, conversationId }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualizerHandle>(null);
  const opened = useRef(false);
  /** When a person last moved the transcript. */
  const touched = useRef(-Infinity);
  const [openAt] = useState(() => rows.findIndex((row) => row.unread));
  const following = useRef(openAt <= 0);
  const [atBottom, setAtBottom] = useState(openAt <= 0);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [seenOrdinal, setSeenOrdinal] = useState(latestOrdinal);
  // Rows that came in front must not move what is being read; the list is told with the very rows that changed.
  const [drawn, setDrawn] = useState({ rows, prepends, shift: false });
  if (drawn.rows !== rows) setDrawn({ rows, prepends, shift: drawn.prepends !== prepends });
  if (atBottom && seenOrdinal !== latestOrdinal) setSeenOrdinal(latestOrdinal);
  useReadMarker(conversationId, atBottom ? latestOrdinal : seenOrdinal);

  const toEnd = useCallback(() => {
    const node = scroller.current;
    if (node !== null) node.scrollTop = node.scrollHeight;
  }, []);
  useLayoutEffect(() => {
    if (!opened.current) {
      opened.current = true;
      if (openAt > 0) {
        handle.current?.scrollToIndex(openAt, { align: 'start' });
        return;
      }
    }
    if (following.current) toEnd();
  }, [openAt, rows, toEnd]);
  // Rows are measured after they are drawn, and answers grow: while following, the end stays in sight.
  useEffect(() => {
    const node = scroller.current;
    const content = node?.firstElementChild;
    if (node === null || content === null || content === undefined) return;
    const observer = new ResizeObserver(() => {
      if (following.current) toEnd();
    });
    observer.observe(content);
    observer.observe(node);
    return () => observer.disconnect();
  }, [toEnd]);

  const touch = (): void => {
    touched.current = performance.now();
  };
  const onScroll = (offset: number): void => {
    const node = scroller.current;
    if (node === null) return;
    const bottom = node.scrollHeight - node.scrollTop - node.clientHeight < nearBottomPx;
    // Rows that grow and rows that are measured also scroll; only a person stops following.
    if (bottom || performance.now() - touched.current < personMs) following.current = bottom;
    setAtBottom(bottom || following.current);
    if (offset < nearTopPx && hasOlder) void loadOlder().catch(() => undefined);
  };
  const jump = useCallback(
    (messageId: string) => {
      const index = rows.findIndex(
        (row) =>
          (row.kind === 'message' && row.message.id === messageId) ||
          (row.kind === 'wave' && row.answers.some((answer) => answer.id === messageId)),
      );
      if (index < 0) return false;
      following.current = false;
      handle.current?.scrollToIndex(index, { align: 'center' });
      setHighlighted(messageId);
      setTimeout(() => setHighlighted(null), 1_600);
      return true;
    },
    [rows],
  );
  const jumping = useMemo(() => ({ jump, highlighted }), [highlighted, jump]);
  const news = !atBottom && latestOrdinal > seenOrdinal;
  return (
    <JumpContext value={jumping}>
      <div
        ref={scroller}
        className={styles.scroll}
        role="region"
        aria-label="Messages"
        tabIndex={0}
        onWheel={touch}
        onTouchMove={touch}
        onPointerDown={touch}
        onPointerMove={(event) => event.buttons !== 0 && touch()}
        onKeyDown={touch}
      >
        <div>
          <Virtualizer ref={handle} scrollRef={scroller} shift={drawn.shift} bufferSize={600} onScroll={onScroll}>
            {rows.map((row, index) => (
              <div
                key={row.key}
                className={row.kind === 'wave' && waveIsPanel(row.waveId) ? `${styles.col} ${styles.wideCol}` : styles.col}
                data-last={index === rows.length - 1 || undefined}
              >
                <RowFrame row={row} first={index === 0 && !hasOlder}>
                  {row.kind === 'message' && <MessageRow message={row.message} continued={row.continued} />}
                  {row.kind === 'wave' && <WaveRow waveId={row.waveId} answers={row.answers} alone={row.alone} />}
                  {row.kind === 'queue' && <Queue waveIds={row.waveIds} />}
                </RowFrame>
              </div>
            ))}
          </Virtualizer>
        </div>
      </div>
      {loadingOlder && (
        <p className={styles.loading} role="status">
          Loading earlier messages
        </p>
      )}
      {!atBottom && (
        <div className={styles.pillPlace}>
          <button
            type="button"
            className={styles.pill}
            onClick={() => {
              following.current = true;
              setAtBottom(true);
              toEnd();
            }}
          >
            <NewestIcon />
            {news ? 'New messages' : 'To the newest'}
          </button>
        </div>
      )}
    </JumpContext>
  );
}

function RowFrame({ row, first, children }: { row: Row; first: boolean; children: ReactNode }) {
  return (
    <>
      {first && <div className={styles.beginning} />}
      {row.day !== null && (
        <div className={styles.day}>
          <span>{row.day}</span>
        </div>
      )}
      {row.unread && (
        <div className={styles.unread} role="separator" aria-label="New messages">
          <span aria-hidden>New</span>
        </div>
      )}
      {children}
    </>
  );
}

function TranscriptSkeleton() {
  return (
    <div className={styles.scroll} aria-busy="true">
      <p className="visually-hidden">Loading messages</p>
      <div className={`${styles.col} ${styles.pending}`}>
        <SkeletonLines widths={['30%', '92%', '64%']} />
        <div className={styles.pendingWave}>
          <SkeletonLines widths={['40%', '96%', '90%', '94%', '60%']} />
        </div>
        <SkeletonLines widths={['24%', '80%']} />
      </div>
    </div>
  );
}
