import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from './client';
import { frameReader, type StreamEvent } from './events';
import { NoAnswerError, ProblemError } from './problem-error';

let server: Server;
let baseUrl = '';
let seen: { method: string; url: string; body: string; last: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      seen.push({ method: req.method ?? '', url: req.url ?? '', body, last: req.headers['last-event-id'] as string | undefined });
      if (req.url?.startsWith('/v1/events')) {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.end(
          'event: ready\nid: c1\ndata: {}\n\n: beat\n\nid: c2\nevent: message.created\ndata: {"seq":1}\n\nevent: draft\ndata: {"seq":2}\n\n',
        );
      } else if (req.url?.includes('cnv_missing000')) {
        res.writeHead(404, { 'content-type': 'application/problem+json' });
        res.end(
          JSON.stringify({
            type: 'urn:parley:not_found',
            title: 'Not found',
            status: 404,
            code: 'not_found',
            detail: 'No such conversation.',
            errors: [],
            requestId: 'r',
          }),
        );
      } else if (req.url === '/v1/profiles') {
        res.destroy();
      } else {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end('{"ok":true}');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => (seen = []));

test('a call fills the path, the query and the body from the table', async () => {
  const client = createClient({ baseUrl });
  await client.call('putRead', { params: { id: 'cnv_0123456789' }, body: { ordinal: 3 } });
  await client.call('listConversations', { query: { state: 'archived', before: undefined } });
  expect(seen.map((s) => [s.method, s.url, s.body])).toEqual([
    ['PUT', '/v1/conversations/cnv_0123456789/read', '{"ordinal":3}'],
    ['GET', '/v1/conversations?state=archived', ''],
  ]);
});

test('a refusal is the problem document, a lost answer is its own error', async () => {
  const client = createClient({ baseUrl });
  const refused = await client.call('getConversation', { params: { id: 'cnv_missing000' } }).catch((e: unknown) => e);
  expect(refused).toBeInstanceOf(ProblemError);
  expect((refused as ProblemError).problem.code).toBe('not_found');
  await expect(client.call('listProfiles')).rejects.toBeInstanceOf(NoAnswerError);
});

test('the stream is read frame by frame and resumes after a cursor', async () => {
  const events: StreamEvent[] = [];
  await createClient({ baseUrl }).events({ after: 'c0', signal: new AbortController().signal, onEvent: (e) => events.push(e) });
  expect(seen[0]?.last).toBe('c0');
  expect(events.map((e) => [e.kind, 'id' in e ? e.id : null])).toEqual([
    ['ready', 'c1'],
    ['event', 'c2'],
    ['draft', null],
  ]);
});

test('frames cut at any byte read the same', () => {
  const text = 'id: 1\r\nevent: a\r\ndata: x\r\ndata: y\r\n\r\n:beat\n\nevent: b\ndata: z\n\n';
  const whole: unknown[] = [];
  frameReader((f) => whole.push(f))(text);
  const cut: unknown[] = [];
  const read = frameReader((f) => cut.push(f));
  for (const c of text) read(c);
  expect(cut).toEqual(whole);
  expect(whole).toEqual([
    { id: '1', event: 'a', data: 'x\ny' },
    { id: '1', event: 'b', data: 'z' },
  ]);
});
