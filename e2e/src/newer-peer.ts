import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NewerPeer {
  url: string;
  /** How many requests and answers got fields that the other side does not know. */
  changed: { requests: number; answers: number };
  close(): Promise<void>;
}

/** The same value with a field that nobody knows yet, in every object of it. */
function newer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newer);
  if (value === null || typeof value !== 'object') return value;
  const known = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, newer(inner)]));
  return { ...known, sinceTheNextRelease: { words: ['yes'] } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Stands between two processes so that each takes the other for a later release. */
export async function startNewerPeer(target: string): Promise<NewerPeer> {
  const changed = { requests: 0, answers: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await textOf(request);
      if (sent !== '') changed.requests += 1;
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method,
        headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
        ...(sent === '' ? {} : { body: JSON.stringify(newer(JSON.parse(sent))) }),
      });
      const text = await answer.text();
      if (text !== '') changed.answers += 1;
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
      response.end(text === '' ? undefined : JSON.stringify(newer(JSON.parse(text))));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changed,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
