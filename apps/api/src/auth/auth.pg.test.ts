import { grantLocalAccess } from './local-access';
import { ask, browser, problemOf } from '../testing/http';
import { startTestApi, type TestApi, testHostToken, testOrigin } from '../testing/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const ana = { name: 'Ana Ruiz', email: 'Ana@Example.test', password: 'a long password' };

test('the first person becomes the owner even when two try at once, and the other is asked for an invitation', async () => {
  expect((await ask(`${api.url}/v1/setup`, 'GET')).body).toMatchObject({ needsOwner: true });
  const tries = await Promise.all(
    [ana, { ...ana, email: 'bo@example.test' }, { ...ana, email: 'cy@example.test' }].map((json) =>
      ask(`${api.url}/v1/session/sign-up`, 'POST', { json }),
    ),
  );
  expect(tries.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  expect(tries.filter((answer) => answer.status === 422).map((answer) => problemOf(answer).code)).toEqual([
    'invitation_required',
    'invitation_required',
  ]);
  expect(await api.services.db.selectFrom('parley.person').select('role').execute()).toEqual([{ role: 'owner' }]);
  expect(await api.services.db.selectFrom('auth.user').select('id').execute()).toHaveLength(1);
  expect((await ask(`${api.url}/v1/setup`, 'GET')).body).toMatchObject({ needsOwner: false });
});

test('a session cookie signs in until it is signed out', async () => {
  const owner = await api.services.db.selectFrom('parley.person').select('email').executeTakeFirstOrThrow();
  const go = browser(api.url, testOrigin);
  const signedIn = await go('POST', '/v1/session/sign-in', { email: owner.email.toUpperCase(), password: ana.password });
  expect(signedIn.status).toBe(200);
  expect(signedIn.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/i);
  expect(await go('GET', '/v1/session')).toMatchObject({ status: 200, body: { person: { role: 'owner' }, workspaceName: 'Parley' } });
  expect((await go('POST', '/v1/session/sign-out')).status).toBe(204);
  expect((await go('GET', '/v1/session')).status).toBe(401);
});

test('a wrong password and an unknown address are refused in the same words', async () => {
  const owner = await api.services.db.selectFrom('parley.person').select('email').executeTakeFirstOrThrow();
  const wrong = await ask(`${api.url}/v1/session/sign-in`, 'POST', { json: { email: owner.email, password: 'not the password' } });
  const unknown = await ask(`${api.url}/v1/session/sign-in`, 'POST', {
    json: { email: 'nobody@example.test', password: 'not the password' },
  });
  expect(wrong.status).toBe(401);
  expect({ ...problemOf(unknown), requestId: '' }).toEqual({ ...problemOf(wrong), requestId: '' });
});

test('a changing request with a cookie needs the origin of our page', async () => {
  const owner = await api.services.db.selectFrom('parley.person').select('email').executeTakeFirstOrThrow();
  const go = browser(api.url, testOrigin);
  await go('POST', '/v1/session/sign-in', { email: owner.email, password: ana.password });
  const create = (headers: Record<string, string>): Promise<number> =>
    go('POST', '/v1/conversations', { clientId: `c-${Math.random()}` }, headers).then((answer) => answer.status);
  expect(await create({})).toBe(201);
  expect(await create({ origin: 'http://127.0.0.1:4300' })).toBe(201);
  expect(await create({ origin: 'http://evil.test' })).toBe(403);
  expect(await create({ origin: 'null' })).toBe(403);
  expect(
    (
      await ask(`${api.url}/v1/session/sign-in`, 'POST', {
        json: { email: owner.email, password: ana.password },
        headers: { origin: 'http://evil.test' },
      })
    ).status,
  ).toBe(403);
});

test('an invitation lets in the invited address once, with the role of the invitation', async () => {
  const admin = await api.person('Ada', 'admin');
  const client = admin.client(api.url);
  const wanted = { clientId: 'i1', email: 'dora@example.test', role: 'guest' as const };
  const first = await client.call('createInvitation', { body: wanted });
  expect(await client.call('createInvitation', { body: wanted })).toEqual(first);
  await expect(client.call('createInvitation', { body: { ...wanted, role: 'admin' } })).rejects.toMatchObject({
    problem: { code: 'idempotency_conflict' },
  });
  const join = (email: string) =>
    ask(`${api.url}/v1/session/sign-up`, 'POST', { json: { name: 'Dora', email, password: 'a long password', invitation: first.token } });
  expect((await join('else@example.test')).status).toBe(401);
  expect(await join(wanted.email)).toMatchObject({ status: 201, body: { person: { role: 'guest' } } });
  expect((await join(wanted.email)).status).toBe(401);
  const guest = await api.person('Gus', 'guest');
  await expect(
    guest.client(api.url).call('createInvitation', { body: { clientId: 'x', email: 'x@example.test', role: 'admin' } }),
  ).rejects.toMatchObject({ problem: { status: 403 } });
});

test('an API key is shown again to the same request, works until revoked, and keeps to its scopes', async () => {
  const person = await api.person('Eva');
  const client = person.client(api.url);
  const wanted = { clientId: 'k1', name: 'reader', scopes: ['read' as const] };
  const made = await client.call('createApiKey', { body: wanted });
  expect(await client.call('createApiKey', { body: wanted })).toMatchObject({ id: made.id, key: made.key });
  const headers = { authorization: `Bearer ${made.key}` };
  expect((await ask(`${api.url}/v1/session`, 'GET', { headers })).status).toBe(200);
  expect((await ask(`${api.url}/v1/conversations`, 'POST', { headers, json: { clientId: 'c' } })).status).toBe(403);
  expect((await client.call('listApiKeys')).items.map((key) => key.id)).toContain(made.id);
  const other = await api.person('Finn');
  await expect(other.client(api.url).call('deleteApiKey', { params: { id: made.id } })).rejects.toMatchObject({ problem: { status: 404 } });
  await client.call('deleteApiKey', { params: { id: made.id } });
  expect((await ask(`${api.url}/v1/session`, 'GET', { headers })).status).toBe(401);
});

test('people and hosts have different doors', async () => {
  const person = await api.person('Gil');
  expect(
    (
      await ask(`${api.url}/v1/host/register`, 'POST', {
        headers: person.headers,
        json: { name: 'laptop', platform: 'linux', version: '1', capacity: 1 },
      })
    ).status,
  ).toBe(403);
  expect((await ask(`${api.url}/v1/session`, 'GET', { headers: { authorization: `Bearer ${testHostToken}` } })).status).toBe(403);
  expect((await ask(`${api.url}/v1/session`, 'GET', { headers: { authorization: 'Bearer not-a-known-token-at-all' } })).status).toBe(401);
});

test('local access makes one owner and one key however often it runs, and a link that works once', async () => {
  const runs = [await grantLocalAccess(api.services), await grantLocalAccess(api.services)];
  expect(new Set(runs.map((run) => run.ownerId)).size).toBe(1);
  expect(new Set(runs.map((run) => run.apiKey)).size).toBe(1);
  expect((await ask(`${api.url}/v1/session`, 'GET', { headers: { authorization: `Bearer ${runs[0]?.apiKey}` } })).body).toMatchObject({
    person: { role: 'owner' },
  });
  const go = browser(api.url, testOrigin);
  const open = () => go('POST', '/v1/session/local-link', { token: runs[1]?.linkToken });
  const both = await Promise.all([open(), open()]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
  expect(await go('GET', '/v1/session')).toMatchObject({ status: 200, body: { person: { id: runs[0]?.ownerId } } });
  await api.services.db
    .updateTable('parley.local_link')
    .set({ expires_at: new Date(0) })
    .execute();
  expect((await ask(`${api.url}/v1/session/local-link`, 'POST', { json: { token: runs[0]?.linkToken } })).status).toBe(401);
});
