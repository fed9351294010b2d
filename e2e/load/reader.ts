import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ProblemError, type StreamEvent } from '@parley/client';

/** Everything that was wrong with what a reader got, in words. */
export interface Reader {
  /** The last number seen of each conversation. */
  readonly seen: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  /** From the event's own time to this reader, of what came live. */
  readonly lagsMs: readonly number[];
  readonly events: number;
  readonly connections: number;
  readonly closings: readonly string[];
  readonly resets: number;
  /** Where it stands, to go on from there. */
  readonly cursor: string | undefined;
  stop(): Promise<void>;
}

export interface ReaderOptions {
  client: Client;
  conversationId?: string;
  after?: string;
  /** What it has seen before `after`. */
  seen?: ReadonlyMap<string, number>;
}

const pauseMs = 200;

/** Reads as a good client does: takes the stream up again where it ended, for as long as it is wanted, and checks each number against the last one. */
export function read({ client, conversationId, after, seen: before }: ReaderOptions): Reader {
  const seen = new Map(before);
  const faults: string[] = [];
  const lagsMs: number[] = [];
  const closings: string[] = [];
  const ended = new AbortController();
  const counts = { events: 0, connections: 0, resets: 0 };
  let cursor = after;
  const onEvent = (event: StreamEvent): void => {
    if (event.kind === 'closing') closings.push(event.data.reason);
    if (event.kind === 'reset') counts.resets += 1;
    if (event.kind === 'ready') cursor = event.id;
    if (event.kind !== 'event') return;
    cursor = event.id;
    counts.events += 1;
    const { conversationId: of, seq, at } = event.data;
    const last = seen.get(of) ?? 0;
    if (seq !== last + 1) faults.push(`${of} ${seq} after ${last}`);
    seen.set(of, seq);
    lagsMs.push(Date.now() - new Date(at).getTime());
  };
  const follow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      counts.connections += 1;
      await client.events({ conversationId, after: cursor, signal: ended.signal, onEvent }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem.status !== 503) faults.push(`refused: ${error.problem.code}`);
      });
      if (!ended.signal.aborted) await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    ...{ seen, faults, lagsMs, closings },
    get events() {
      return counts.events;
    },
    get connections() {
      return counts.connections;
    },
    get resets() {
      return counts.resets;
    },
    get cursor() {
      return cursor;
    },
    async stop() {
      ended.abort();
      await following;
    },
  };
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
