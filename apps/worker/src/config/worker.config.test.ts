import { delimiter } from 'node:path';
import { readConfig } from './worker.config';

const host = { WORKER_ROLES: 'host', HOST_NAME: 'laptop', HOST_TOKEN: 'secret-token', HOST_STATE_DIR: '/state' };

test('an orchestrator needs nothing but its role', () => {
  expect(readConfig({ WORKER_ROLES: 'orchestrator' })).toMatchObject({
    roles: ['orchestrator'],
    temporal: { address: '127.0.0.1:7233', namespace: 'default' },
    healthPort: 0,
    host: undefined,
  });
});

test('a host has a name, a token and a place for its journal; without them it says which are missing', () => {
  expect(readConfig(host).host).toMatchObject({
    name: 'laptop',
    capacity: 2,
    repositories: [],
    apiUrl: 'http://127.0.0.1:4310',
    scripted: undefined,
  });
  expect(() => readConfig({ WORKER_ROLES: 'host', HOST_NAME: 'x' })).toThrow(/HOST_TOKEN is needed.*HOST_STATE_DIR is needed/);
});

test('repositories are absolute paths, each perhaps with a label', () => {
  const { host: read } = readConfig({ ...host, HOST_REPOSITORIES: ['/code/app', 'shop=/code/a=b', ''].join(delimiter) });
  expect(read?.repositories).toEqual([
    { label: 'app', path: '/code/app' },
    { label: 'shop', path: '/code/a=b' },
  ]);
  expect(() => readConfig({ ...host, HOST_REPOSITORIES: 'code/app' })).toThrow(/HOST_REPOSITORIES must be absolute/);
});

test('an error never holds a value', () => {
  expect(() => readConfig({ ...host, API_URL: 'secret-address', HOST_CAPACITY: 'secret-number' })).toThrow(/^(?!.*secret)/s);
});

test('an endpoint is offered when it has an address', () => {
  const read = readConfig({ ...host, OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_COMPATIBLE_MODELS: 'a, b' }).host;
  expect(read?.openaiCompatible).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1', models: ['a', 'b'] });
});
