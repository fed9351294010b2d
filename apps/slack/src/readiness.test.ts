import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from './api';
import { parseConfig } from './config/slack.config';
import { startHealthServer } from './health-server';
import { findMissing } from './readiness';

const problem = {
  type: 'about:blank',
  title: 'Unauthenticated',
  status: 401,
  code: 'unauthenticated',
  detail: 'No.',
  errors: [],
  requestId: 'req_test',
};
const servers: Server[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** An API that knows one key. */
async function startApi(): Promise<string> {
  const server = createServer((request, response) => {
    const known = request.headers.authorization === 'Bearer good';
    response
      .writeHead(known ? 200 : 401, { 'content-type': known ? 'application/json' : 'application/problem+json' })
      .end(JSON.stringify(known ? {} : problem));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${portOf(server)}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const tokens = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: 'secret' };
const missingWith = async (environment: Record<string, string>): Promise<string[]> => {
  const config = parseConfig(environment);
  return findMissing(config, createApiClient(config));
};

test('with tokens and a key that the API accepts nothing is missing', async () => {
  await expect(missingWith({ ...tokens, API_URL: await startApi(), PARLEY_API_KEY: 'good' })).resolves.toEqual([]);
});

test('a missing token, a refused key and an absent API are named', async () => {
  const url = await startApi();
  await expect(missingWith({ API_URL: url, PARLEY_API_KEY: 'good', SLACK_APP_TOKEN: 'xapp-1' })).resolves.toEqual([
    'SLACK_BOT_TOKEN',
    'SLACK_SIGNING_SECRET',
  ]);
  await expect(missingWith({ ...tokens, API_URL: url, PARLEY_API_KEY: 'bad' })).resolves.toEqual(['PARLEY_API_KEY that the API accepts']);
  await expect(missingWith({ ...tokens, API_URL: 'http://127.0.0.1:1', PARLEY_API_KEY: 'good' })).resolves.toEqual(['the API']);
});

test('readiness is answered with the names, health always', async () => {
  const server = await startHealthServer(0, () => Promise.resolve(['the API']));
  servers.push(server);
  const base = `http://127.0.0.1:${portOf(server)}`;
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ok: false, missing: ['the API'] }]);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/other`)).status).toBe(404);
});

test('a refused configuration names the variable and not its value', () => {
  expect(() => parseConfig({ PARLEY_API_KEY: 'k', SLACK_BOT_TOKEN: 'private-text' })).toThrow(/SLACK_BOT_TOKEN: must begin with xoxb-/);
  expect(() => parseConfig({})).toThrow('PARLEY_API_KEY: is missing');
  expect(() => parseConfig({ PARLEY_API_KEY: 'k', SLACK_BOT_TOKEN: 'private-text' })).not.toThrow(/private-text/);
});
