import { connect, type Socket } from 'node:net';
import { steadyMs } from './clock';

export interface Stream {
  /** Sequence numbers in the order in which they came. */
  readonly seen: number[];
  /** Loses the connection and takes it up again behind the last event that came. */
  reconnect(): Promise<void>;
  close(): void;
}

interface StreamOptions {
  url: string;
  headers: Record<string, string>;
  onSeq?: (seq: number, at: number) => void;
}

/** Reads an event stream over a bare socket: 500 of them in one process must cost as little as possible, or the readers would be what is measured. */
export async function openStream({ url, headers, onSeq }: StreamOptions): Promise<Stream> {
  const { hostname, port, pathname, search } = new URL(url);
  const seen: number[] = [];
  let last = '';
  let socket: Socket;
  const open = (): Promise<void> =>
    new Promise((ready, fail) => {
      const mine = connect(Number(port), hostname);
      socket = mine;
      mine.setNoDelay(true);
      mine.once('error', fail);
      const lines = Object.entries({ host: hostname, accept: 'text/event-stream', ...headers, ...(last && { 'last-event-id': last }) });
      mine.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      let rest = '';
      mine.setEncoding('latin1').on('data', (chunk: string) => {
        if (socket !== mine) return;
        const at = steadyMs();
        rest += chunk;
        const end = rest.lastIndexOf('\n\n');
        if (end < 0) return;
        const whole = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (!whole.includes('event: ')) return;
        // Each frame is written at once, so the headers of HTTP's chunks stand between frames.
        for (const [, id, seq] of whole.matchAll(/id: (\S+)\nevent: \S+\ndata: \{(?:[^\n]*?"seq":(\d+))?/g)) {
          last = id ?? last;
          if (seq === undefined) {
            ready();
            continue;
          }
          seen.push(Number(seq));
          onSeq?.(Number(seq), at);
        }
      });
    });
  await open();
  return {
    seen,
    async reconnect() {
      socket.on('error', () => undefined).destroy();
      await open();
    },
    close: () => void socket.on('error', () => undefined).destroy(),
  };
}
