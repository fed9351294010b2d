import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { hasCode } from '../api/failure';
import { keys } from '../api/keys';
import { mergeMessages, type MessageList } from '../api/message-list';
import { waveQuery } from '../api/queries';
import type { Wave } from '../api/types';
import { draftTexts } from './draft-texts';
import type { StaleSet } from './stale-set';

const isCached = (queries: QueryClient, key: readonly unknown[]): boolean => queries.getQueryState(key) !== undefined;

/** Reads one wave again and lets its stored live texts meet the streamed ones. */
export async function readWave(queries: QueryClient, waveId: string): Promise<void> {
  const wave = await queries.fetchQuery({ ...waveQuery(waveId), staleTime: 0 });
  takeDrafts(wave);
}

export function takeDrafts(wave: Wave): void {
  for (const job of wave.jobs) {
    if (job.draft !== null) draftTexts.fromWave(job.id, job.draft);
    else if (job.result !== null || job.error !== null) draftTexts.drop(job.id);
  }
}

async function readMessage(queries: QueryClient, messageId: string, conversationId: string): Promise<void> {
  const message = await api.call('getMessage', { params: { id: messageId } }).catch((error: unknown) => {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  });
  if (message === null) return;
  const list = queries.getQueryData<MessageList>(keys.messages(conversationId));
  if (list === undefined) return;
  const last = list.items.at(-1);
  // A hole between what is loaded and this message: the newest page knows what belongs there.
  if (last !== undefined && message.ordinal > last.ordinal + 1)
    await queries.invalidateQueries({ queryKey: keys.messages(conversationId) });
  else queries.setQueryData<MessageList>(keys.messages(conversationId), (now) => (now === undefined ? now : mergeMessages(now, [message])));
}

/** Reads again what became stale, and only what a screen has asked for before. Waves come before messages, so that an answer never appears without its frame. */
export async function refresh(queries: QueryClient, stale: StaleSet): Promise<void> {
  if (stale.everything) {
    await queries.invalidateQueries();
    return;
  }
  for (const id of stale.gone) {
    queries.removeQueries({ queryKey: keys.messages(id) });
    void queries.invalidateQueries({ queryKey: keys.conversation(id) });
  }
  if (stale.rail) void queries.invalidateQueries({ queryKey: keys.rail });
  const open = (conversationId: string): boolean => isCached(queries, keys.messages(conversationId));
  await Promise.all([
    ...[...stale.conversations].map((id) => queries.invalidateQueries({ queryKey: keys.conversation(id) })),
    ...[...stale.participants].map((id) => queries.invalidateQueries({ queryKey: keys.participants(id) })),
    ...[...stale.waves]
      .filter(([id, conversationId]) => isCached(queries, keys.wave(id)) || open(conversationId))
      .map(([id]) => readWave(queries, id)),
  ]);
  await Promise.all(
    [...stale.messages]
      .filter(([, conversationId]) => open(conversationId))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, conversationId]) => readMessage(queries, id, conversationId)),
  );
  await Promise.all([...stale.unsettled].map((id) => queries.invalidateQueries({ queryKey: keys.unsettled(id) })));
}
