import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 5_000;

export interface SlowReader {
  /** Begins to read again, and gives what had come and how it ended. */
  resume(): Promise<{ cursor: string; seen: Map<string, number>; closing: string | null }>;
}

/** A client that asks for the stream, takes the beginning, and reads no further: its socket stays open and full. */
export async function readSlowly(apiUrl: string, key: string, conversationId: string): Promise<SlowReader> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET /v1/events?conversationId=${conversationId} HTTP/1.0\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'data');
  socket.pause();
  return {
    async resume() {
      const closed = socket.closed ? Promise.resolve() : once(socket, 'close');
      socket.resume();
      // One that was not cut off has an end as well.
      await Promise.race([closed, delay(patienceMs)]);
      socket.destroy();
      const seen = new Map<string, number>();
      let [cursor, closing] = ['', null as string | null];
      // The last frame may be cut in its middle: it has not come.
      for (const frame of Buffer.concat(chunks).toString('utf8').split('\n\n').slice(0, -1)) {
        const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
        const id = field('id');
        const data = JSON.parse(field('data') ?? '{}') as { conversationId?: string; seq?: number; reason?: string };
        if (field('event') === 'closing') closing = data.reason ?? '';
        if (id === undefined) continue;
        cursor = id;
        if (data.conversationId !== undefined && data.seq !== undefined) seen.set(data.conversationId, data.seq);
      }
      return { cursor, seen, closing };
    },
  };
}
