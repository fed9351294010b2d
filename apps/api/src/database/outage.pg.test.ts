import { sql } from 'kysely';
import { readEvents } from '../testing/event-reader';
import { ask } from '../testing/http';
import { startTestApi, type TestApi } from '../testing/test-api';
import { nextClientId } from '../testing/conversation';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('after the database dropped every connection, requests and streams go on', async () => {
  const ana = await api.person('Ana', 'owner');
  const reader = await readEvents(api.url, ana.headers);
  await reader.until((frame) => frame.event === 'ready');
  const drop = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      api.services.db,
    );
  const during: number[] = [];
  await Promise.all([
    drop(),
    ...Array.from({ length: 10 }, () =>
      ask(`${api.url}/v1/session`, 'GET', { headers: ana.headers }).then((answer) => during.push(answer.status)),
    ),
  ]);
  expect(during.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const made = await ana.client(api.url).call('createConversation', { body: { clientId: nextClientId() } });
  expect((await reader.until((frame) => frame.event === 'conversation.created')).data).toMatchObject({ conversationId: made.id });
  await reader.close();
});
