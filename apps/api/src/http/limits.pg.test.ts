import { connect } from 'node:net';
import { limits } from '@parley/domain';
import { ask, problemOf } from '../testing/http';
import { startTestApi, type TestApi } from '../testing/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ limits: { perPerson: 5, perAddress: 8, signIn: 3 } });
});
afterAll(() => api.close());

test('too many calls of one person are refused with the time to wait, others go on', async () => {
  const [ana, bo] = [await api.person('Ana', 'owner'), await api.person('Bo')];
  const go = (headers: Record<string, string>) => ask(`${api.url}/v1/session`, 'GET', { headers });
  for (let i = 0; i < 5; i += 1) expect((await go(ana.headers)).status).toBe(200);
  const refused = await go(ana.headers);
  expect([refused.status, problemOf(refused).code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await go(bo.headers)).status).toBe(200);
});

test('guessing passwords is refused after few tries, health and metrics never are', async () => {
  const guess = () => ask(`${api.url}/v1/session/sign-in`, 'POST', { json: { email: 'a@example.test', password: 'guess' } });
  const tries = [await guess(), await guess(), await guess(), await guess()].map((answer) => answer.status);
  expect(tries).toEqual([401, 401, 401, 429]);
  for (let i = 0; i < 20; i += 1) expect((await ask(`${api.url}/healthz`, 'GET')).status).toBe(200);
  expect((await ask(`${api.url}/metrics`, 'GET')).body).toMatch('parley_sse_clients');
});

test('behind proxies each address that the last one names is counted, whatever a client says of itself', async () => {
  const behind = await startTestApi({ limits: { signIn: 3 }, environment: { TRUSTED_PROXY_HOPS: '1' } });
  const guess = async (forwarded: string): Promise<number> => {
    const json = { email: 'a@example.test', password: 'guess' };
    return (await ask(`${behind.url}/v1/session/sign-in`, 'POST', { json, headers: { 'x-forwarded-for': forwarded } })).status;
  };
  try {
    const tries: number[] = [];
    for (let i = 0; i < 4; i += 1) tries.push(await guess(`198.51.100.${i}, 203.0.113.7`));
    expect(tries).toEqual([401, 401, 401, 429]);
    expect(await guess('203.0.113.7, 203.0.113.8')).toBe(401);
  } finally {
    await behind.close();
  }
});

test('a body without an announced length is cut at the limit, and the sender gets the reason', async () => {
  const cy = await api.person('Cy');
  const answer = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/conversations HTTP/1.1\r\nHost: x\r\nAuthorization: ${cy.headers.authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const chunk = 'x'.repeat(16 * 1024);
      for (let sent = 0; sent < limits.requestBodyBytes * 2; sent += chunk.length)
        socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      socket.write('0\r\n\r\n');
    });
    socket.on('data', (data) => (text += data.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch('"code":"body_too_large"');
});
