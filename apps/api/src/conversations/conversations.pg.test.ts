import { sql } from 'kysely';
import { driveWave } from '../testing/fake-workflow';
import { direct, nextClientId, send } from '../testing/conversation';
import { startTestApi, type TestApi } from '../testing/test-api';
import { completed, failed, makeTestHost, type TestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';

let api: TestApi;
let host: TestHost;
let ana: TestPerson;
let bo: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  ana = await api.person('Ana Ruiz', 'owner');
  bo = await api.person('Bo Chen');
  host = await makeTestHost(api.url);
});
afterAll(() => api.close());

const of = (person: TestPerson) => person.client(api.url);
const create = (more: object = {}) => of(ana).call('createConversation', { body: { clientId: nextClientId(), ...more } });
const summary = async (person: TestPerson, id: string) => (await of(person).call('listConversations')).items.find((item) => item.id === id);

test('a repeated creation gives the first answer, another meaning is a conflict', async () => {
  const body = { clientId: 'same', title: 'Twice', audience: { kind: 'people' as const, personIds: [bo.id, ana.id] } };
  const [first, second] = await Promise.all([of(ana).call('createConversation', { body }), of(ana).call('createConversation', { body })]);
  expect(second).toEqual(first);
  const { eventSeq } = await of(ana).call('createConversation', {
    body: { ...body, audience: { kind: 'people', personIds: [ana.id, bo.id, bo.id] } },
  });
  expect(eventSeq).toBe(1);
  await expect(of(ana).call('createConversation', { body: { ...body, title: 'Other' } })).rejects.toMatchObject({
    problem: { status: 409, code: 'idempotency_conflict' },
  });
  expect((await of(bo).call('createConversation', { body: { ...body } })).id).not.toBe(first.id);
});

test('people who are not there cannot be in an audience', async () => {
  const refused = create({ audience: { kind: 'people', personIds: [bo.id, 'per_00000000000000000000000000'] } });
  await expect(refused).rejects.toMatchObject({ problem: { status: 400, errors: [{ path: 'body.audience.personIds.1' }] } });
});

test('an audience can be narrowed and never widened', async () => {
  const { id } = await create();
  const update = (person: TestPerson, body: object) => of(person).call('updateConversation', { params: { id }, body });
  expect(await update(ana, { audience: { kind: 'people', personIds: [bo.id] } })).toMatchObject({
    audience: { kind: 'people', people: [{ name: 'Ana Ruiz' }, { name: 'Bo Chen' }] },
  });
  expect((await of(bo).call('getConversation', { params: { id } })).id).toBe(id);
  await expect(update(ana, { audience: { kind: 'workspace' } })).rejects.toMatchObject({ problem: { code: 'audience_widens' } });
  await update(ana, { audience: { kind: 'private' } });
  await expect(of(bo).call('getConversation', { params: { id } })).rejects.toMatchObject({ problem: { status: 404 } });
  await expect(update(ana, { audience: { kind: 'people', personIds: [bo.id] } })).rejects.toMatchObject({
    problem: { code: 'audience_widens' },
  });
});

test('reading and renaming are no activity, and unread counts what others wrote', async () => {
  const { id } = await create();
  await send(of(ana), id, { body: 'One' });
  await send(of(ana), id, { body: '**Two**, with marks' });
  const before = await summary(bo, id);
  expect(before).toMatchObject({ unreadCount: 2, headline: { tone: 'none', text: 'Ana: Two, with marks' } });
  expect(await summary(ana, id)).toMatchObject({ unreadCount: 0 });
  expect(await of(bo).call('putRead', { params: { id }, body: { ordinal: 1 } })).toEqual({
    conversationId: id,
    readOrdinal: 1,
    unreadCount: 1,
  });
  expect(await of(bo).call('putRead', { params: { id }, body: { ordinal: 99 } })).toMatchObject({ readOrdinal: 2, unreadCount: 0 });
  await of(ana).call('updateConversation', { params: { id }, body: { title: 'Renamed' } });
  expect(await summary(bo, id)).toEqual({ ...before, title: 'Renamed', unreadCount: 0 });
  expect(await of(bo).call('putRead', { params: { id }, body: { ordinal: 0 } })).toMatchObject({ unreadCount: 2 });
});

test('the headline tells what happens now, what waits and what needs a person', async () => {
  const { id } = await create();
  const ask = () => send(of(ana), id, { body: 'Why?', policy: 'direct', responders: direct });
  const first = (await ask()).wave?.id ?? '';
  await driveWave(api.services, host, first, () => null);
  expect(await summary(bo, id)).toMatchObject({
    waitingWaves: 0,
    needsAttention: null,
    headline: { tone: 'working', text: 'Lead is answering now' },
  });
  await ask();
  expect(await summary(bo, id)).toMatchObject({ waitingWaves: 1, headline: { tone: 'working' } });
  const { id: jobId } = await api.services.db.selectFrom('parley.job').select('id').where('wave_id', '=', first).executeTakeFirstOrThrow();
  await host.terminal(jobId, 1, completed('Because.'));
  await driveWave(api.services, host, first, () => null);
  expect(await summary(bo, id)).toMatchObject({ unreadCount: 3, headline: { tone: 'waiting' } });

  const other = await create();
  const wave = (await send(of(ana), other.id, { body: 'Well?', policy: 'direct', responders: direct })).wave?.id ?? '';
  await driveWave(api.services, host, wave, () => failed('provider_failed'));
  expect(await summary(bo, other.id)).toMatchObject({ needsAttention: { waveId: wave } });
  const page = (needsAttention: string) => of(bo).call('listConversations', { query: { needsAttention } });
  expect((await page('true')).items.map((item) => item.id)).toEqual([other.id]);
  expect((await page('false')).items.map((item) => item.id)).not.toContain(other.id);
  await api.services.db
    .updateTable('parley.wave')
    .set({ state: 'recovery_required' })
    .where('conversation_id', '=', id)
    .where('state', '<>', 'settled')
    .execute();
  expect(await summary(bo, id)).toMatchObject({
    needsAttention: { reason: 'Cannot confirm the end of a turn' },
    headline: { tone: 'needs_you' },
  });
  expect((await page('true')).items).toHaveLength(2);
});

test('pages of conversations meet without a gap in both directions', async () => {
  const person = await api.person('Page');
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1)
    ids.unshift((await of(person).call('createConversation', { body: { clientId: nextClientId(), audience: { kind: 'private' } } })).id);
  const walk = async (side: 'before' | 'after', cursor?: string): Promise<string[]> => {
    const page = await of(person).call('listConversations', { query: { limit: 3, ...(cursor ? { [side]: cursor } : {}) } });
    const own = page.items.map((item) => item.id).filter((id) => ids.includes(id));
    const next = page[side];
    return side === 'after' ? [...own, ...(next ? await walk(side, next) : [])] : [...(next ? await walk(side, next) : []), ...own];
  };
  expect(await walk('after')).toEqual(ids);
  const all = await of(person).call('listConversations', { query: { limit: 200 } });
  expect(all).toMatchObject({ before: null, after: null });
  const third = await of(person).call('listConversations', { query: { limit: 3 } });
  const back = await of(person).call('listConversations', { query: { limit: 200, after: third.after ?? '' } });
  expect([...third.items, ...back.items]).toEqual(all.items);
  const again = await of(person).call('listConversations', { query: { limit: 3, before: back.before ?? '' } });
  expect(again.items).toEqual(third.items);
  await expect(of(person).call('listConversations', { query: { state: 'archived', after: third.after ?? '' } })).rejects.toMatchObject({
    problem: { code: 'cursor_invalid' },
  });
});

test('archiving and deleting wait for responses, and deleting leaves no text anywhere', async () => {
  const { id } = await create({ title: 'About a zebrafinch' });
  const wave = (await send(of(ana), id, { body: 'Where is the zebrafinch?', policy: 'direct', responders: direct })).wave?.id ?? '';
  for (const refused of [
    of(ana).call('updateConversation', { params: { id }, body: { state: 'archived' } }),
    of(ana).call('deleteConversation', { params: { id } }),
  ]) {
    await expect(refused).rejects.toMatchObject({ problem: { status: 422, code: 'conversation_busy' } });
  }
  await driveWave(api.services, host, wave, () => completed('The zebrafinch is here.'));
  await of(ana).call('putDraft', { params: { id }, body: { body: 'zebrafinch \u0000 draft', policy: 'note' } });
  expect(await of(ana).call('updateConversation', { params: { id }, body: { state: 'archived' } })).toMatchObject({
    state: 'archived',
    allowedActions: expect.arrayContaining(['restore']) as unknown,
  });
  await expect(of(ana).call('putDraft', { params: { id }, body: { body: 'x', policy: 'note' } })).rejects.toMatchObject({
    problem: { code: 'conversation_archived' },
  });
  await expect(of(bo).call('deleteConversation', { params: { id } })).rejects.toMatchObject({ problem: { status: 403 } });
  await of(ana).call('deleteConversation', { params: { id } });
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('parley', 'runtime')`.execute(
    api.services.db,
  );
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text ilike '%zebrafinch%'`.execute(api.services.db);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
});

test('a draft belongs to one person, and one that was never saved is empty', async () => {
  const { id } = await create();
  const content = {
    body: 'Half a thought',
    policy: 'direct' as const,
    responders: direct,
    contextRefs: [{ kind: 'repository' as const, id: host.repositoryId }],
    clientMessageId: 'm1',
  };
  const saved = await of(ana).call('putDraft', { params: { id }, body: content });
  expect(saved).toMatchObject({ ...content, contextRefs: [{ id: host.repositoryId, label: 'parley', available: true }] });
  expect(await of(ana).call('getDraft', { params: { id } })).toEqual(saved);
  expect(await of(bo).call('getDraft', { params: { id } })).toMatchObject({ body: '', clientMessageId: null });
  await of(ana).call('deleteDraft', { params: { id } });
  expect(await of(ana).call('getDraft', { params: { id } })).toMatchObject({ body: '' });
});
