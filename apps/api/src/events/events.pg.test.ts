import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { withTransaction } from '../database/database';
import { readEvents } from '../testing/event-reader';
import { ask, problemOf } from '../testing/http';
import { startTestApi, type TestApi } from '../testing/test-api';
import type { TestPerson } from '../testing/test-person';
import { appendEvent } from './append-event';

let api: TestApi;
let ana: TestPerson;
let bo: TestPerson;
beforeAll(async () => {
  api = await startTestApi({ environment: { DATABASE_POOL: '20' } });
  ana = await api.person('Ana', 'owner');
  bo = await api.person('Bo');
});
afterAll(() => api.close());

let count = 0;
const makeConversation = (person: TestPerson, audience: 'workspace' | 'private' = 'workspace') =>
  person.client(api.url).call('createConversation', { body: { clientId: `c${(count += 1)}`, audience: { kind: audience } } });

test('a stream without a cursor starts now, and says at once where it stands', async () => {
  await makeConversation(ana);
  const reader = await readEvents(api.url, ana.headers);
  const ready = await reader.until((frame) => frame.event === 'ready');
  expect(ready.id).toEqual(expect.any(String));
  const made = await makeConversation(ana);
  const seen = await reader.until((frame) => frame.event === 'conversation.created');
  expect(seen.data).toMatchObject({ type: 'conversation.created', conversationId: made.id, seq: 1 });
  await reader.close();
  const again = await readEvents(api.url, ana.headers, { after: ready.id ?? '' });
  expect((await again.until((frame) => frame.event === 'conversation.created')).data).toEqual(seen.data);
  await again.close();
});

test('a damaged or foreign cursor is refused before the stream begins', async () => {
  const list = await ana.client(api.url).call('listConversations', { query: { limit: 1 } });
  for (const cursor of ['nonsense', `${list.after}`]) {
    const answer = await ask(`${api.url}/v1/events`, 'GET', { headers: { ...ana.headers, 'last-event-id': cursor } });
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'cursor_invalid']);
  }
});

test('every event of concurrent writers arrives once and in order, across forced reconnects', async () => {
  const conversations = await Promise.all(Array.from({ length: 4 }, () => makeConversation(ana)));
  const hidden = await makeConversation(bo, 'private');
  const perWriter = 30;
  const writers = 8;
  let writing = true;

  const seen: { conversation: string; seq: number }[] = [];
  const first = await readEvents(api.url, ana.headers);
  let after = (await first.until((frame) => frame.event === 'ready')).id ?? '';
  await first.close();

  const write = async (writer: number): Promise<void> => {
    for (let i = 0; i < perWriter; i += 1) {
      const id = (i % 5 === 4 ? hidden : conversations[(writer + i) % 4])?.id ?? '';
      await withTransaction(api.services.db, async (trx) => {
        // The transaction has its id before it comes to the lock: ids and sequence numbers go different ways.
        await sql`select pg_current_xact_id()`.execute(trx);
        await sleep(Math.random() * 8);
        appendEvent(trx, { conversationId: id, type: 'wave.updated' });
        if (i % 3 === 0) appendEvent(trx, { conversationId: id, type: 'job.updated' });
        await sleep(Math.random() * 4);
      });
      api.services.doorbell.ring('events');
    }
  };
  const read = async (): Promise<void> => {
    for (let idle = 0; idle < 3;) {
      const reader = await readEvents(api.url, ana.headers, { after });
      await sleep(30 + Math.random() * 60);
      if (!writing) await sleep(300);
      await reader.close();
      const events = reader.frames.filter((frame) => frame.event === 'wave.updated' || frame.event === 'job.updated');
      seen.push(...events.map((frame) => ({ conversation: String(frame.data['conversationId']), seq: Number(frame.data['seq']) })));
      after = reader.lastId() ?? after;
      idle = !writing && events.length === 0 ? idle + 1 : 0;
    }
  };
  const reading = read();
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  writing = false;
  await reading;

  const written = await api.services.db
    .selectFrom('parley.conversation_event')
    .select(['conversation_id', 'seq'])
    .where('type', 'in', ['wave.updated', 'job.updated'])
    .where('conversation_id', '<>', hidden.id)
    .execute();
  expect(seen).toHaveLength(written.length);
  for (const { id } of conversations) {
    const expected = written
      .filter((event) => event.conversation_id === id)
      .map((event) => event.seq)
      .sort((a, b) => a - b);
    expect(seen.filter((event) => event.conversation === id).map((event) => event.seq)).toEqual(expected);
  }
  expect(seen.some((event) => event.conversation === hidden.id)).toBe(false);
}, 60_000);

test('a stream ends with a reason when its key is revoked', async () => {
  const made = await bo.client(api.url).call('createApiKey', { body: { clientId: 'stream', name: 'stream' } });
  const reader = await readEvents(api.url, { authorization: `Bearer ${made.key}` });
  await reader.until((frame) => frame.event === 'ready');
  await bo.client(api.url).call('deleteApiKey', { params: { id: made.id } });
  expect((await reader.until((frame) => frame.event === 'closing')).data).toEqual({ reason: 'rights_ended' });
  await reader.done;
});

test('narrowing the audience closes the streams of those outside and resets their general ones', async () => {
  const conversation = await makeConversation(ana);
  const narrow = await readEvents(api.url, bo.headers, { conversationId: conversation.id });
  const wide = await readEvents(api.url, bo.headers);
  const own = await readEvents(api.url, ana.headers, { conversationId: conversation.id });
  for (const reader of [narrow, wide, own]) await reader.until((frame) => frame.event === 'ready');
  await ana.client(api.url).call('updateConversation', { params: { id: conversation.id }, body: { title: 'Seen by both' } });
  await wide.until((frame) => frame.event === 'conversation.updated');
  await ana.client(api.url).call('updateConversation', { params: { id: conversation.id }, body: { audience: { kind: 'private' } } });
  expect((await narrow.until((frame) => frame.event === 'closing')).data).toEqual({ reason: 'rights_ended' });
  await wide.until((frame) => frame.event === 'reset');
  await own.until((frame) => frame.event === 'conversation.updated' && frame.data['seq'] === 3);
  await ana.client(api.url).call('deleteConversation', { params: { id: conversation.id } });
  await own.until((frame) => frame.event === 'conversation.deleted');
  expect((await own.until((frame) => frame.event === 'closing')).data).toEqual({ reason: 'rights_ended' });
  expect(wide.frames.filter((frame) => frame.event.startsWith('conversation.'))).toHaveLength(1);
  await wide.close();
});

test('a read marker is told to the same person only', async () => {
  const conversation = await makeConversation(ana);
  const mine = await readEvents(api.url, ana.headers);
  const other = await readEvents(api.url, bo.headers);
  for (const reader of [mine, other]) await reader.until((frame) => frame.event === 'ready');
  const before = await ana.client(api.url).call('getConversation', { params: { id: conversation.id } });
  await ana.client(api.url).call('putRead', { params: { id: conversation.id }, body: { ordinal: 7 } });
  expect((await mine.until((frame) => frame.event === 'read')).data).toEqual({
    conversationId: conversation.id,
    readOrdinal: 0,
    unreadCount: 0,
  });
  expect(await ana.client(api.url).call('getConversation', { params: { id: conversation.id } })).toEqual(before);
  expect(other.frames.filter((frame) => frame.event === 'read')).toEqual([]);
  await Promise.all([mine.close(), other.close()]);
});

test('five hundred streams get an event within a second', async () => {
  const conversation = await makeConversation(ana);
  const readers = await Promise.all(
    Array.from({ length: 500 }, () => readEvents(api.url, ana.headers, { conversationId: conversation.id })),
  );
  await Promise.all(readers.map((reader) => reader.until((frame) => frame.event === 'ready')));
  const started = performance.now();
  await ana.client(api.url).call('updateConversation', { params: { id: conversation.id }, body: { title: 'For all' } });
  await Promise.all(readers.map((reader) => reader.until((frame) => frame.event === 'conversation.updated')));
  expect(performance.now() - started).toBeLessThan(1_000);
  await Promise.all(readers.map((reader) => reader.close()));
}, 60_000);

test('a closing process tells its streams', async () => {
  const own = await startTestApi();
  const person = await own.person('Cy', 'owner');
  const reader = await readEvents(own.url, person.headers);
  await reader.until((frame) => frame.event === 'ready');
  const closing = own.close();
  expect((await reader.until((frame) => frame.event === 'closing')).data).toEqual({ reason: 'shutdown' });
  await closing;
});

test('transaction ids that a crashed server gives out again take no event from a reader', async () => {
  const { id } = await makeConversation(ana);
  const reader = await readEvents(api.url, ana.headers);
  await reader.until((frame) => frame.event === 'ready');
  // Ids of transactions that left nothing behind: a crash forgets that they were ever taken.
  const taken = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(api.services.db);
  for (let n = 0; n < 5; n += 1) await sql`select pg_current_xact_id()`.execute(api.services.db);
  await ana.client(api.url).call('listConversations');
  await sleep(1_200);
  await sql`with counted as (update parley.conversation set event_seq = event_seq + 1 where id = ${id} returning event_seq)
    insert into parley.conversation_event (conversation_id, seq, type, payload, xid)
    select ${id}, event_seq, 'conversation.updated', '{}'::jsonb, ${taken.rows[0]!.xid}::text::xid8 from counted`.execute(api.services.db);
  await reader.until((frame) => frame.event === 'conversation.updated' && frame.data['conversationId'] === id);
  await reader.close();
});

test('an older state that was put back under the readers tells them to begin anew, and goes on', async () => {
  const kept = await makeConversation(ana);
  const reader = await readEvents(api.url, ana.headers);
  await reader.until((frame) => frame.event === 'ready');
  const lost = await makeConversation(ana);
  const last = await reader.until((frame) => frame.data['conversationId'] === lost.id);
  await sql`delete from parley.conversation_event where conversation_id = ${lost.id}`.execute(api.services.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
    api.services.db,
  );
  expect((await reader.until((frame) => frame.event === 'reset')).data).toEqual({ reason: 'restored' });
  await ana.client(api.url).call('updateConversation', { params: { id: kept.id }, body: { title: 'Goes on' } });
  await reader.until((frame) => frame.event === 'conversation.updated' && frame.data['conversationId'] === kept.id);
  await reader.close();
  const again = await readEvents(api.url, ana.headers, { after: last.id ?? '' });
  await again.until((frame) => frame.event === 'reset');
  await again.close();
});
