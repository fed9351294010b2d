import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TestDatabase } from '@parley/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../database/database';
import { curationActivities } from '../curation/activities';
import { send } from '../testing/conversation';
import { readEvents } from '../testing/event-reader';
import { freshDatabase, startTestApi, type TestApi } from '../testing/test-api';
import { completed } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';
import { makeWorld, type World } from '../testing/world';
import { readArchive, writeArchive } from './archive';
import { dumpDatabase } from './dump';
import { type Loaded, loadDatabase } from './load';

let api: TestApi;
let ana: TestPerson;
let world: World;
let backup: Buffer;
/** A cursor of the time before. */
let cursor: string;
let target: TestDatabase;
let loaded: Loaded;
let restored: TestApi;

async function withDatabase<T>(url: string, work: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>): Promise<T> {
  const named = new URL(url);
  named.searchParams.set('application_name', 'parley-backup');
  const database = openDatabase(named.href, { pool: 2, log: pino({ level: 'silent' }) });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
const dumped = async (url: string): Promise<Buffer> => {
  const output = new PassThrough();
  const all = buffer(output);
  const archive = writeArchive(output);
  await withDatabase(url, (db) => dumpDatabase(db, archive, () => Promise.resolve([{ name: 'secrets.json', content: Buffer.from('{}') }])));
  await archive.finish();
  return all;
};
const load = (url: string, from: Buffer, replace = false): Promise<Loaded> =>
  withDatabase(url, (db) => loadDatabase(db, readArchive(Readable.from([from])), { replace }));

beforeAll(async () => {
  api = await startTestApi();
  ana = await api.person('Ana', 'owner');
  const reader = await readEvents(api.url, ana.headers);
  world = await makeWorld(api, ana, { kind: 'workspace' });
  cursor = (await reader.until((frame) => frame.event === 'wave.settled')).id ?? '';
  await reader.close();
  // Transaction ids as of a server that is far ahead: taken over, they would keep readers waiting for ever.
  await sql`update parley.conversation_event set xid = (xid::text::bigint + 1e12)::text::xid8`.execute(api.services.db);
  await sql`update parley.conversation set event_xid = (event_xid::text::bigint + 1e12)::text::xid8`.execute(api.services.db);
  backup = await dumped(api.services.config.DATABASE_URL);
  target = await freshDatabase();
  loaded = await load(target.url, backup);
  restored = await startTestApi({ databaseUrl: target.url });
});
afterAll(async () => {
  await restored.close();
  await target.drop();
  await api.close();
});

const wave = (id: string) => ana.client(restored.url).call('getWave', { params: { id } });

test('everything that people wrote and agents answered is there again, with the same keys', async () => {
  const before = await ana.client(api.url).call('listMessages', { params: { id: world.conversationId }, query: {} });
  const after = await ana.client(restored.url).call('listMessages', { params: { id: world.conversationId }, query: {} });
  const texts = (page: typeof before) => page.items.map(({ id, body, author, createdAt }) => ({ id, body, author, createdAt }));
  expect(texts(after)).toEqual(texts(before));
  const settled = await wave(world.settledWaveId);
  expect(settled).toMatchObject({ outcome: 'complete', receipt: expect.objectContaining({ complete: true }) });
  expect(loaded.rows).toBeGreaterThan(40);
  const drafts = await ana.client(restored.url).call('getDraft', { params: { id: world.conversationId } });
  expect(drafts).toMatchObject({ body: expect.stringContaining('Draft') });
});

test('what was under way is stopped: what no host had has ended, and a turn that a host had waits for its word and is not sent again', async () => {
  expect(loaded.stopped).toEqual({ settled: 1, asked: 1 });
  expect(await wave(world.queuedWaveId)).toMatchObject({ state: 'settled', outcome: 'canceled', jobs: [] });
  const open = await wave(world.openWaveId);
  expect(open).toMatchObject({ state: 'stopping', waitingFor: { kind: 'recovery', code: 'restored' } });
  expect(open.jobs).toMatchObject([{ state: 'recovery_required', delivery: 'ambiguous', attempt: 1 }]);
  const { rows } = await sql<{ kind: string; payload: object; wave_id: string }>`
    select kind, payload, wave_id from parley.outbox where delivered_at is null`.execute(restored.services.db);
  expect(rows).toEqual([{ kind: 'start_wave', payload: { again: true }, wave_id: world.openWaveId }]);
  // The new run of its workflow is told which turn it is about, and why.
  expect(await curationActivities(restored.services).advanceWave(world.openWaveId)).toMatchObject({
    next: 'recover',
    lost: [{ jobId: world.openJobId, attempt: 1, code: 'restored' }],
  });
});

test('a reader of the stream misses nothing that happens after, and one with a cursor from before is told to read everything again', async () => {
  const fresh = await readEvents(restored.url, ana.headers);
  const old = await readEvents(restored.url, ana.headers, { after: cursor });
  expect((await old.until((frame) => frame.event === 'ready')).id).not.toBeNull();
  expect(old.frames.map(({ event, data }) => [event, data])[0]).toEqual(['reset', { reason: 'restored' }]);
  const sent = await send(ana.client(restored.url), world.conversationId, { body: 'After it.' });
  const seen = await fresh.until((frame) => frame.event === 'message.created');
  expect(seen.data).toMatchObject({ messageId: sent.message.id });
  await old.until((frame) => frame.event === 'message.created');
  await old.close();
  await fresh.close();
  // Its own cursors go on as always, and repeat nothing.
  const again = await readEvents(restored.url, ana.headers, { after: seen.id ?? '' });
  await send(ana.client(restored.url), world.conversationId, { body: 'And more.' });
  await again.until((frame) => frame.event === 'message.created');
  expect(again.frames.filter(({ event }) => event === 'reset')).toEqual([]);
  expect(again.frames.filter(({ event }) => event === 'message.created')).toHaveLength(1);
  await again.close();
});

test('a dump of another server that was loaded by other means is noticed at the start', async () => {
  // The source of the backup is such a database.
  const started = await startTestApi({ databaseUrl: api.services.config.DATABASE_URL });
  const reader = await readEvents(started.url, ana.headers);
  const sent = await send(ana.client(started.url), world.conversationId, { body: 'Seen at once.' });
  expect((await reader.until((frame) => frame.event === 'message.created')).data).toMatchObject({ messageId: sent.message.id });
  await reader.close();
  await started.close();
});

test('the end that the host tells of such a turn is taken: the answer is there, and nothing follows it', async () => {
  const { client } = world.host;
  const host = { ...world.host, client };
  const { createClient } = await import('@parley/client');
  const there = createClient({ baseUrl: restored.url, headers: { authorization: 'Bearer host-token-of-the-tests-0001' } });
  expect(host.hostId).toBe(
    (await there.call('registerHost', { body: { name: 'laptop', platform: 'x', version: '1', capacity: 2 } })).hostId,
  );
  await there.call('putTerminal', { params: { jobId: world.openJobId, attempt: 1 }, body: completed('It was answered meanwhile.') });
  const curation = curationActivities(restored.services);
  expect(await curation.advanceWave(world.openWaveId)).toEqual({ next: 'settle' });
  await curation.settleWave(world.openWaveId);
  expect(await wave(world.openWaveId)).toMatchObject({ state: 'settled', outcome: 'partial', reason: 'stopped' });
});

test('a database in use is not written over, and one that is connected to an API never', async () => {
  await expect(load(target.url, backup)).rejects.toThrow('An API of Parley is connected to this database. Stop it first.');
  const other = await freshDatabase();
  await load(other.url, backup);
  await expect(load(other.url, backup)).rejects.toThrow('Say --replace to give them up');
  await expect(load(other.url, backup, true)).resolves.toMatchObject({ rows: loaded.rows });
  await other.drop();
});

test('a backup that is cut off, changed or something else is refused, and the database stays as it was', async () => {
  const other = await freshDatabase();
  await load(other.url, backup);
  const count = () =>
    withDatabase(other.url, async (db) => (await sql<{ n: number }>`select count(*) as n from parley.message`.execute(db)).rows[0]?.n);
  const before = await count();
  const changed = Buffer.from(backup);
  changed[Math.floor(backup.length / 2)]! ^= 0xff;
  await expect(load(other.url, backup.subarray(0, backup.length - 40), true)).rejects.toThrow(/damaged|cut off/);
  await expect(load(other.url, changed, true)).rejects.toThrow();
  await expect(load(other.url, Buffer.from('a letter to a friend'), true)).rejects.toThrow('This is not a backup of Parley.');
  await expect(load(other.url, Buffer.alloc(0), true)).rejects.toThrow('This is not a backup of Parley.');
  expect(await count()).toBe(before);
  await other.drop();
});
