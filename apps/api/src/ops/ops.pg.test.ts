import { createClient } from '@parley/client';
import { ask } from '../testing/http';
import { startTestApi, type TestApi, testHostToken } from '../testing/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('readyz names what is missing', async () => {
  expect(await ask(`${api.url}/readyz`, 'GET')).toMatchObject({ status: 200, body: { status: 'ready', missing: [] } });
  api.services.readiness.add('moon', () => Promise.resolve('is behind a cloud'));
  api.services.readiness.add('sun', () => new Promise(() => undefined));
  expect(await ask(`${api.url}/readyz`, 'GET')).toMatchObject({
    status: 503,
    body: {
      status: 'not_ready',
      missing: [
        { name: 'moon', reason: 'is behind a cloud' },
        { name: 'sun', reason: 'does not answer' },
      ],
    },
  });
  expect(await ask(`${api.url}/healthz`, 'GET')).toMatchObject({ status: 200, body: { status: 'live' } });
});

test('the OpenAPI document is served', async () => {
  const served = (await ask(`${api.url}/v1/openapi.json`, 'GET')).body;
  expect(served).toMatchObject({ openapi: '3.1.0', info: { title: 'Parley' } });
});

test('a process that ends answers a host that waits for news, and does not wait for it', async () => {
  const own = await startTestApi();
  const host = createClient({ baseUrl: own.url, headers: { authorization: `Bearer ${testHostToken}` } });
  await host.call('registerHost', { body: { name: 'laptop', platform: 'test', version: '1', capacity: 1 } });
  const asked = host.call('getInspection', { query: { waitMs: 20_000 } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begun = performance.now();
  await own.close();
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(await asked).toEqual({ repositoryIds: [] });
});
