/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward';

let server: Server;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  delete process.env.API_URL;
});

const page = 'http://localhost:4300';

describe('handing requests of the page to the API', () => {
  it('forwards path, query, body, cookies and Origin, and gives back status, body and each cookie', async () => {
    const seen: { url?: string | undefined; cookie?: string | undefined; origin?: string | undefined; body: string } = { body: '' };
    handle = (request, response) => {
      Object.assign(seen, { url: request.url, cookie: request.headers.cookie, origin: request.headers.origin });
      request.on('data', (chunk: Buffer) => (seen.body += chunk.toString()));
      request.on('end', () =>
        response.writeHead(202, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end('{"ok":true}'),
      );
    };
    const answer = await forward(
      new Request(`${page}/v1/waves/wav_1/stop?x=%20y`, {
        method: 'POST',
        headers: { cookie: 'session=s', origin: page, 'content-type': 'application/json' },
        body: '{"stopId":"1"}',
      }),
    );
    expect(seen).toEqual({ url: '/v1/waves/wav_1/stop?x=%20y', cookie: 'session=s', origin: page, body: '{"stopId":"1"}' });
    expect([answer.status, await answer.json()]).toEqual([202, { ok: true }]);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
  it('hands on events as they come, out of reach of compression', async () => {
    let end = (): void => undefined;
    handle = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n');
      end = () => response.end('id: 2\n\n');
    };
    const answer = await forward(new Request(`${page}/v1/events`));
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('id: 1\n\n');
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    end();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('id: 2\n\n');
  });
  it('closes the stream at the API when the page goes away', async () => {
    let closed: Promise<void> = Promise.resolve();
    handle = (request, response) => {
      closed = new Promise((resolve) => request.on('close', resolve));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    };
    const leaving = new AbortController();
    await forward(new Request(`${page}/v1/events`, { signal: leaving.signal }));
    leaving.abort();
    await expect(closed).resolves.toBeUndefined();
  });
  it('says that the API does not answer, in the form of its own problems', async () => {
    const api = process.env.API_URL;
    process.env.API_URL = 'http://127.0.0.1:1';
    const answer = await forward(new Request(`${page}/v1/session`));
    process.env.API_URL = api;
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503 });
  });
});
