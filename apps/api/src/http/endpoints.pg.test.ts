import { type Endpoint, type EndpointName, endpoints, openApiDocument, Problem } from '@parley/contracts';
import { limits } from '@parley/domain';
import { createApiKey } from '../auth/create-api-key';
import { databaseHash } from '../testing/database-hash';
import { type Sample, samples } from '../testing/endpoint-samples';
import { type Answered, ask, browser, problemOf } from '../testing/http';
import { startTestApi, type TestApi, testHostToken, testOrigin } from '../testing/test-api';
import { makeWorld, type World } from '../testing/world';
import { hostBodyBytes } from './endpoint.guard';

let api: TestApi;
let world: World;
let before: Record<string, string>;
let keys: { read: string; write: string };
let session: ReturnType<typeof browser>;
beforeAll(async () => {
  api = await startTestApi();
  session = browser(api.url, testOrigin);
  await session('POST', '/v1/session/sign-up', { name: 'Olga', email: 'olga@example.test', password: 'a long password' });
  const ana = await api.person('Ana', 'admin');
  world = await makeWorld(api, ana, { kind: 'workspace' });
  const key = async (scope: 'read' | 'write') =>
    (await createApiKey(api.services, ana.id, { clientId: scope, name: scope, scopes: [scope] })).key;
  keys = { read: await key('read'), write: await key('write') };
  before = await databaseHash(api.services.db);
}, 60_000);
afterAll(() => api.close());

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const rightful = (endpoint: Endpoint): Record<string, string> =>
  endpoint.auth === 'host' ? bearer(testHostToken) : endpoint.auth === 'person' ? world.ana.headers : {};

function addressOf(endpoint: Endpoint, sample: Sample): string {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => sample.params?.[name] ?? '');
  const query = new URLSearchParams(sample.query).toString();
  return `${api.url}${path}${query ? `?${query}` : ''}`;
}
const call = (endpoint: Endpoint, sample: Sample, headers: Record<string, string>) =>
  ask(addressOf(endpoint, sample), endpoint.method, { headers, json: endpoint.method === 'GET' ? undefined : sample.body });

const document = openApiDocument() as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { 'x-codes'?: string[] }> }>>;
};
const documented = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation.responses]),
  ),
);

/** The refusal is a problem document with this status, and the OpenAPI document names its code. */
function expectProblem(name: EndpointName, answer: Answered, status: number): Problem {
  expect({ name, status: answer.status, body: answer.body }).toMatchObject({ name, status });
  expect(answer.headers.get('content-type')).toMatch('application/problem+json');
  const problem = Problem.parse(answer.body);
  expect(problem.status).toBe(status);
  expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
  expect({ name, codes: documented.get(name)?.[status]?.['x-codes'] }).toEqual({
    name,
    codes: expect.arrayContaining([problem.code]) as unknown,
  });
  return problem;
}

afterEach(async () => {
  expect(await databaseHash(api.services.db)).toEqual(before);
});

const withAccount = names.filter((name) => endpointOf(name).auth !== 'public');
test.each(withAccount)('%s refuses who is not signed in, or has another kind of account', async (name) => {
  const endpoint = endpointOf(name);
  const sample = samples[name](world);
  const strangers: Record<string, string>[] = [
    {},
    bearer('a-key-that-nobody-has-made'),
    { authorization: 'Basic YTpi' },
    { cookie: 'parley.session_token=abc.def' },
  ];
  for (const headers of strangers) expectProblem(name, await call(endpoint, sample, headers), 401);
  expectProblem(name, await call(endpoint, sample, endpoint.auth === 'host' ? world.ana.headers : bearer(testHostToken)), 403);
});

test.each(names.filter((name) => endpointOf(name).auth === 'person'))('%s needs the scope of its method', async (name) => {
  const endpoint = endpointOf(name);
  expectProblem(name, await call(endpoint, samples[name](world), bearer(endpoint.method === 'GET' ? keys.write : keys.read)), 403);
});

test.each(names.filter((name) => endpointOf(name).auth === 'person' && endpointOf(name).method !== 'GET'))(
  '%s refuses a session without the origin of our page',
  async (name) => {
    const endpoint = endpointOf(name);
    const sample = samples[name](world);
    const path = addressOf(endpoint, sample).slice(api.url.length);
    const problem = expectProblem(name, await session(endpoint.method, path, sample.body, { origin: 'https://elsewhere.test' }), 403);
    expect(problem.code).toBe('origin_refused');
  },
);

// A host may be newer than the API: what it says beyond what is known is left out, not refused.
const strict = names.filter((name) => endpointOf(name).auth !== 'host');

test.each(strict)('%s refuses unknown query fields', async (name) => {
  const endpoint = endpointOf(name);
  const sample = samples[name](world);
  const problem = expectProblem(
    name,
    await call(endpoint, { ...sample, query: { ...sample.query, surprise: '1' } }, rightful(endpoint)),
    400,
  );
  expect(problem.errors.map((error) => error.path)).toContain('query.surprise');
});

test.each(names.filter((name) => endpointOf(name).method !== 'GET'))('%s refuses malformed, unknown and oversized bodies', async (name) => {
  const endpoint = endpointOf(name);
  const sample = samples[name](world);
  const address = addressOf(endpoint, sample);
  const headers = { ...rightful(endpoint), 'content-type': 'application/json' };
  const go = (options: Parameters<typeof ask>[2]) => ask(address, endpoint.method, options);
  for (const text of ['{', '{"a":1', 'nul', '[1,]', '\u0000']) expectProblem(name, await go({ headers, text }), 400);
  expectProblem(name, await go({ headers: { ...rightful(endpoint), 'content-type': 'text/plain' }, text: '{}' }), 400);
  if (endpoint.auth !== 'host') expectProblem(name, await go({ headers, json: { ...sample.body, surprise: true } }), 400);
  for (const json of [[], 'text', 7, null]) expectProblem(name, await go({ headers, json }), 400);
  const tooLarge = expectProblem(
    name,
    await go({
      headers,
      json: { ...sample.body, surprise: 'x'.repeat(endpoint.auth === 'host' ? hostBodyBytes : limits.requestBodyBytes) },
    }),
    413,
  );
  expect(tooLarge.code).toBe('body_too_large');
  if (endpoint.body) {
    expectProblem(name, await go({ headers: rightful(endpoint) }), 400);
    for (const [field, value] of Object.entries(sample.body ?? {})) {
      const wrong = typeof value === 'number' ? 'seven' : 7.5;
      const problem = expectProblem(name, await go({ headers, json: { ...sample.body, [field]: wrong } }), 400);
      expect(problem.errors.some((error) => error.path.startsWith(`body.${field}`))).toBe(true);
    }
  }
});

const unknownIds: Record<string, string> = { id: '', jobId: 'job_00000000000000000000000000', attempt: '1' };
test.each(names.filter((name) => endpointOf(name).params))('%s answers ids that are wrong or unknown', async (name) => {
  const endpoint = endpointOf(name);
  const sample = samples[name](world);
  const params = sample.params ?? {};
  for (const key of Object.keys(params)) {
    for (const bad of ['x', '..%2f..', '%00', '%E0%A4%A', `${'a'.repeat(600)}`, 'cnv_ UPPER']) {
      expectProblem(name, await call(endpoint, { ...sample, params: { ...params, [key]: bad } }, rightful(endpoint)), 400);
    }
    const unknown = key === 'id' ? (params['id'] ?? '').replace(/_.*/, '_00000000000000000000000000') : (unknownIds[key] ?? '');
    // Text so far is posted many times a second: it is taken while its turn is open, and nothing else is looked up.
    if (key !== 'attempt')
      expectProblem(
        name,
        await call(endpoint, { ...sample, params: { ...params, [key]: unknown } }, rightful(endpoint)),
        name === 'postDraft' ? 409 : 404,
      );
  }
});

test.each(['listMentions', 'listParticipants', 'streamEvents', 'createPreview'] as const)(
  '%s answers not_found about a conversation that is not there',
  async (name) => {
    const endpoint = endpointOf(name);
    const sample = samples[name]({ ...world, conversationId: 'cnv_00000000000000000000000000' });
    expectProblem(name, await call(endpoint, sample, rightful(endpoint)), 404);
  },
);

test.each(names.filter((name) => endpointOf(name).method === 'GET' && !endpointOf(name).stream))(
  '%s answers by its contract and changes nothing',
  async (name) => {
    const endpoint = endpointOf(name);
    const answer = await call(endpoint, samples[name](world), rightful(endpoint));
    expect({ name, status: answer.status, body: answer.status === 200 ? null : answer.body }).toEqual({
      name,
      status: endpoint.status,
      body: null,
    });
    // Every word of a host says that it is there.
    if (endpoint.auth === 'host') before = { ...before, 'parley.host': (await databaseHash(api.services.db))['parley.host'] ?? '' };
  },
);

test.each(['listConversations', 'listMessages'] as const)('%s refuses limits and cursors that are not its own', async (name) => {
  const endpoint = endpointOf(name);
  const sample = samples[name](world);
  for (const limit of ['0', '201', '1.5', 'ten', ''])
    expectProblem(name, await call(endpoint, { ...sample, query: { limit } }, rightful(endpoint)), 400);
  const other = samples[name === 'listMessages' ? 'listConversations' : 'listMessages'](world);
  const foreign = (
    await call(
      endpointOf(name === 'listMessages' ? 'listConversations' : 'listMessages'),
      { ...other, query: { limit: '1' } },
      rightful(endpoint),
    )
  ).body as { before: string | null; after: string | null };
  for (const cursor of ['x', 'YQ.YQ', foreign.before ?? foreign.after ?? 'x']) {
    for (const side of ['before', 'after'])
      expect(expectProblem(name, await call(endpoint, { ...sample, query: { [side]: cursor } }, rightful(endpoint)), 400).code).toBe(
        'cursor_invalid',
      );
  }
});

test('other addresses and methods answer not_found as a problem', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['GET', '/'],
    ['POST', '/v1/conversations/x/y/z'],
    ['PUT', '/v1/conversations'],
    ['DELETE', '/v1/session'],
    ['OPTIONS', '/v1/people'],
  ] as const) {
    const answer = await ask(api.url + path, method, { headers: world.ana.headers });
    expect([path, answer.status, problemOf(answer).code]).toEqual([path, 404, 'not_found']);
  }
  expect((await fetch(`${api.url}/v1/events`, { method: 'HEAD', headers: world.ana.headers })).status).toBe(404);
});
