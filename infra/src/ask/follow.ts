import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@parley/client';
import { describeProgress, describeResult, type Message, type Wave } from './report';

export interface Listener {
  progress(line: string): void;
  /** The result of a turn, once. */
  result(text: string): void;
  /** Text that an agent has just written. */
  draft(text: string): void;
}

/** Without an event for this long the wave is read all the same. */
const pollMs = 5000;

/**
 * Follows a wave over the event stream until it has settled. Events only say that something changed: what, is read from the wave itself,
 * so a lost connection loses nothing.
 */
export async function followWave(
  client: Client,
  conversationId: string,
  waveId: string,
  listener: Listener,
): Promise<{ wave: Wave; messages: Message[] }> {
  const ended = new AbortController();
  let wake = (): void => undefined;
  const streaming = stream(
    client,
    conversationId,
    ended.signal,
    () => wake(),
    (text) => listener.draft(text),
  );
  const messages = new Map<string, Message>();
  const told = new Set<string>();
  let lastLine = '';
  try {
    for (;;) {
      const changed = new Promise<void>((done) => (wake = done));
      const wave = await client.call('getWave', { params: { id: waveId } }, { timeoutMs: 15_000 }).catch((error: unknown) => {
        // The API may be starting again; the wave goes on without it.
        if ((error as Error).name === 'NoAnswerError') return null;
        throw error;
      });
      if (!wave) {
        await delay(1000);
        continue;
      }
      for (const job of wave.jobs.filter((one) => !told.has(one.id) && (one.result ?? one.error))) {
        const messageId = job.result && job.result.kind !== 'review' ? job.result.messageId : null;
        if (messageId) messages.set(messageId, await client.call('getMessage', { params: { id: messageId } }));
        told.add(job.id);
        listener.result(describeResult(wave, job, messages));
      }
      const line = describeProgress(wave);
      if (line !== lastLine && wave.state !== 'settled') listener.progress((lastLine = line));
      if (wave.state === 'settled') return { wave, messages: [...messages.values()] };
      await Promise.race([changed, delay(pollMs, undefined, { signal: ended.signal })]);
    }
  } finally {
    ended.abort();
    await streaming;
  }
}

async function stream(
  client: Client,
  conversationId: string,
  signal: AbortSignal,
  onChange: () => void,
  onDraft: (text: string) => void,
): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    await client
      .events({
        conversationId,
        after,
        signal,
        onEvent: (event) => {
          if (event.kind === 'event' || event.kind === 'ready') after = event.id;
          if (event.kind === 'draft') onDraft(event.data.text);
          else onChange();
        },
      })
      .catch(() => {
        // A cursor that the API no longer takes is no reason to stop: the wave is read again anyway.
        after = undefined;
      });
    await delay(1000, undefined, { signal }).catch(() => undefined);
  }
}
