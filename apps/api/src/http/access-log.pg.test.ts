import { ask } from '../testing/http';
import { startTestApi, type TestApi } from '../testing/test-api';
import { canary, makeWorld } from '../testing/world';

const lines: string[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ onLog: (line) => lines.push(line) });
});
afterAll(() => api.close());

test('logs hold ids and names of endpoints, never text, credentials or addresses', async () => {
  const ana = await api.person('Ana', 'owner');
  await makeWorld(api, ana, { kind: 'workspace' });
  await ask(`${api.url}/v1/mentions?q=${canary}`, 'GET', { headers: ana.headers });
  await ask(`${api.url}/v1/session/sign-in`, 'POST', { json: { email: `${canary}@example.test`, password: canary } });
  await ask(`${api.url}/v1/${canary}`, 'GET', { headers: { cookie: `parley.session_token=${canary}` } });
  await ask(`${api.url}/v1/conversations`, 'POST', { headers: ana.headers, text: `{"clientId": "${canary}` });
  await api.services.db.schema.dropTable('parley.draft').execute();
  const { items } = await ana.client(api.url).call('listConversations');
  const broken = await ask(`${api.url}/v1/conversations/${items[0]?.id}/draft`, 'PUT', {
    headers: ana.headers,
    json: { body: canary, policy: 'note' },
  });
  expect(broken.status).toBe(500);
  expect(JSON.stringify(broken.body)).not.toMatch(/draft|relation|postgres/i);
  const text = lines.join('\n');
  expect(text).toMatch('"endpoint":"putDraft"');
  expect(text).toMatch('"code":"42P01"');
  for (const secret of [canary, ana.key, 'Bearer', 'insert into'])
    expect({ secret, logged: text.includes(secret) }).toEqual({ secret, logged: false });
});
