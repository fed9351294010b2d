import type { ClosingEvent, ConversationEvent, DraftEvent, Problem, ReadEvent, ResetEvent } from '@parley/contracts';
import type { z } from 'zod';
import { NoAnswerError, ProblemError } from './problem-error';

/** One thing that came over the stream; `id` is the cursor to resume after it (absent for `draft` and `read`). */
export type StreamEvent =
  | { kind: 'event'; id: string; data: z.output<typeof ConversationEvent> }
  | { kind: 'draft'; data: z.output<typeof DraftEvent> }
  | { kind: 'read'; data: z.output<typeof ReadEvent> }
  | { kind: 'reset'; data: z.output<typeof ResetEvent> }
  | { kind: 'closing'; data: z.output<typeof ClosingEvent> }
  | { kind: 'ready'; id: string };

export interface EventStreamOptions {
  conversationId?: string;
  /** Cursor of the last event that was handled. */
  after?: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
}

interface Frame {
  id: string;
  event: string;
  data: string;
}

const heartbeatLimitMs = 45_000;

function toStreamEvent(frame: Frame): StreamEvent {
  const data: unknown = frame.data === '' ? {} : JSON.parse(frame.data);
  switch (frame.event) {
    case 'ready':
      return { kind: 'ready', id: frame.id };
    case 'draft':
    case 'read':
    case 'reset':
    case 'closing':
      return { kind: frame.event, data } as StreamEvent;
    default:
      return { kind: 'event', id: frame.id, data } as StreamEvent;
  }
}

/** Splits a stream of text into frames as the HTML standard's event-stream format says. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: string) => void {
  let rest = '';
  let frame: Frame = { id: '', event: 'message', data: '' };
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line === '') {
        if (frame.data !== '' || frame.event !== 'message') onFrame(frame);
        frame = { id: frame.id, event: 'message', data: '' };
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'id') frame.id = value;
        else if (field === 'event') frame.event = value;
        else if (field === 'data') frame.data += frame.data === '' ? value : `\n${value}`;
      }
    }
  };
}

/**
 * Reads one connection of the event stream until it ends. Resolves when the server closes it; throws `ProblemError` for a refusal and
 * `NoAnswerError` when the connection is lost or silent for 45 s (three heartbeats). The caller reconnects with the last `id`.
 */
export async function readEvents(
  send: typeof fetch,
  client: { baseUrl: string; headers?: Record<string, string> },
  options: EventStreamOptions,
): Promise<void> {
  const query = options.conversationId === undefined ? '' : `?conversationId=${encodeURIComponent(options.conversationId)}`;
  const silence = new AbortController();
  const signal = AbortSignal.any([options.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), heartbeatLimitMs);
  };
  try {
    alive();
    const response = await send(`${client.baseUrl}/v1/events${query}`, {
      headers: {
        accept: 'text/event-stream',
        ...(options.after === undefined ? {} : { 'last-event-id': options.after }),
        ...client.headers,
      },
      signal,
    });
    if (!response.ok) throw new ProblemError((await response.json()) as Problem);
    if (response.body === null) throw new NoAnswerError();
    const read = frameReader((frame) => options.onEvent(toStreamEvent(frame)));
    const reader = response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      read(value);
    }
  } catch (cause) {
    if (options.signal.aborted) return;
    throw cause instanceof ProblemError ? cause : new NoAnswerError({ cause });
  } finally {
    clearTimeout(timer);
  }
}
