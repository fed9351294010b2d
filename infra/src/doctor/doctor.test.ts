import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkClocks, httpClock } from './clock-check';
import { checkHealth } from './health-check';

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  undo.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const health = (status: number, body: object): Promise<string> =>
  serve((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
const clock = (offsetMs: number): Promise<string> =>
  serve((_, response) => response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString()).end());

test('a process says by name what it lacks and what should be looked at', async () => {
  const lack = { name: 'git', reason: 'is not installed: install Git' };
  expect(await checkHealth(await health(200, { missing: [], warnings: [] }), 'host')).toEqual({ status: 'good', detail: 'ready' });
  expect(await checkHealth(await health(503, { missing: [lack] }), 'host')).toMatchObject({
    status: 'bad',
    detail: 'not ready: git is not installed: install Git',
    way: expect.stringContaining('logs/host.log'),
  });
  expect(await checkHealth(await health(200, { missing: [], warnings: [lack] }), 'api')).toMatchObject({
    status: 'bad',
    detail: 'ready, but: git is not installed: install Git',
  });
  expect(await checkHealth('http://127.0.0.1:1/readyz', 'api')).toMatchObject({ status: 'bad', way: expect.stringContaining('npm start') });
});

test('a clock that is wrong, either way, is named; one that cannot be read is left to others', async () => {
  const right = httpClock('API', await clock(0));
  expect(await checkClocks([right, httpClock('orchestrator', 'http://127.0.0.1:1')])).toEqual({
    status: 'good',
    detail: 'API agree with this machine',
  });
  for (const hour of [-3_600_000, 3_600_000])
    expect(await checkClocks([right, httpClock('host', await clock(hour))])).toMatchObject({
      status: 'bad',
      detail: expect.stringMatching(/^host and this machine are 3(598|599|600|601)\.\d s apart$/),
      way: expect.stringContaining('NTP'),
    });
});
