import { type Endpoint, type EndpointName, endpoints } from '@parley/contracts';
import { databaseHash } from '../testing/database-hash';
import { type Sample, samples } from '../testing/endpoint-samples';
import { ask, problemOf } from '../testing/http';
import { startTestApi, type TestApi, testHostToken } from '../testing/test-api';
import { makeWorld, type World } from '../testing/world';

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await startTestApi();
  world = await makeWorld(api, await api.person('Ana', 'owner'), { kind: 'workspace' });
}, 60_000);
afterAll(() => api.close());

const go = (name: EndpointName, sample: Sample) => {
  const endpoint: Endpoint = endpoints[name];
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, key: string) => sample.params?.[key] ?? '');
  const headers = endpoint.auth === 'host' ? { authorization: `Bearer ${testHostToken}` } : world.ana.headers;
  return ask(api.url + path, endpoint.method, { headers, json: sample.body });
};

/** Every create takes an id of the client; what makes its meaning another one. */
const creates: [EndpointName, Record<string, unknown>][] = [
  ['createConversation', { title: 'Something else' }],
  ['createInvitation', { role: 'admin' }],
  ['createApiKey', { scopes: ['read'] }],
  ['sendMessage', { body: 'Something else' }],
  ['putTerminal', { output: 'Something else' }],
];

test.each(creates)('%s answers a repeated request like the first time, and refuses another meaning', async (name, change) => {
  const sample = samples[name](world);
  const [first, same] = await Promise.all([go(name, sample), go(name, sample)]);
  expect({ name, status: first.status, body: first.status < 300 ? null : first.body }).toEqual({
    name,
    status: endpoints[name].status,
    body: null,
  });
  expect(same).toMatchObject({ status: first.status, body: first.body });
  const before = await databaseHash(api.services.db);
  const again = await go(name, sample);
  expect(again).toMatchObject({ status: first.status, body: first.body });
  const other = await go(name, { ...sample, body: { ...sample.body, ...change } });
  expect([other.status, problemOf(other).code]).toEqual([409, 'idempotency_conflict']);
  expect(await databaseHash(api.services.db)).toEqual(before);
});

test('a stop that is repeated is one stop', async () => {
  const sample = samples.stopWave({ ...world, openWaveId: world.queuedWaveId });
  const first = await go('stopWave', sample);
  const again = await go('stopWave', sample);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(
    await api.services.db.selectFrom('parley.stop_request').select('stop_id').where('wave_id', '=', world.queuedWaveId).execute(),
  ).toHaveLength(1);
});
