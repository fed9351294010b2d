import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** A request that was caught on its way. */
export interface Hold {
  /** How many requests wait here. */
  readonly caught: number;
  release(): void;
}

/** A loopback TCP connection between the host and one other process that can be cut, and that can catch single requests. */
export interface Wire {
  readonly address: string;
  /** From now on nothing gets through, in either direction; connections stay open, as behind a dead switch. */
  cut(): void;
  mend(): void;
  /** Catches HTTP requests whose first line matches, for example `PUT /v1/host/turns/…/terminal`. */
  hold(firstLine: RegExp): Hold;
  close(): void;
}

export async function startWire(target: string): Promise<Wire> {
  const [host, port] = target.split(':') as [string, string];
  const open = new Set<{ client: Socket; server: Socket }>();
  const holds = new Set<{ line: RegExp; waiting: (() => void)[] }>();
  let isCut = false;

  const accept = (client: Socket): void => {
    const server = connect(Number(port), host);
    const pair = { client, server };
    open.add(pair);
    const end = (): void => {
      open.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end);
    const pass = (to: Socket, chunk: Buffer): void => {
      if (!to.destroyed) to.write(chunk);
    };
    client.on('data', (chunk: Buffer) => {
      const firstLine = chunk.subarray(0, 400).toString('latin1').split('\r\n', 1)[0] ?? '';
      const hold = [...holds].find(({ line }) => line.test(firstLine));
      if (!hold) return pass(server, chunk);
      client.pause();
      hold.waiting.push(() => {
        pass(server, chunk);
        if (!isCut) client.resume();
      });
    });
    server.on('data', (chunk: Buffer) => pass(client, chunk));
    if (isCut) for (const socket of [client, server]) socket.pause();
  };

  const listener = createServer(accept).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('the wire has no port');
  return {
    address: `127.0.0.1:${bound.port}`,
    cut() {
      isCut = true;
      for (const { client, server } of open) for (const socket of [client, server]) socket.pause();
    },
    mend() {
      isCut = false;
      for (const { client, server } of open) for (const socket of [client, server]) socket.resume();
    },
    hold(line) {
      const hold = { line, waiting: [] as (() => void)[] };
      holds.add(hold);
      return {
        get caught() {
          return hold.waiting.length;
        },
        release() {
          holds.delete(hold);
          for (const go of hold.waiting.splice(0)) go();
        },
      };
    },
    close() {
      listener.close();
      for (const { client, server } of [...open]) for (const socket of [client, server]) socket.destroy();
    },
  };
}
