import { attentionReason, type GateState, gateStates, type WaveOutcome, waveOutcomes, type WaveState, waveStates } from '@parley/domain';
import { direct, nextClientId, send } from '../testing/conversation';
import { driveWave } from '../testing/fake-workflow';
import { startTestApi, type TestApi } from '../testing/test-api';
import { makeTestHost } from '../testing/test-host';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the filter, the reason and the domain agree on what needs a person, in every state of a wave', async () => {
  const ana = await api.person('Ana', 'owner');
  const client = ana.client(api.url);
  const host = await makeTestHost(api.url);
  const cases = [
    ...waveOutcomes.map((outcome) => ({ state: 'settled' as const, outcome, gate: 'ready' as const, recovery: false })),
    ...gateStates.flatMap((gate) => [true, false].map((recovery) => ({ state: 'planned' as const, outcome: null, gate, recovery }))),
    ...waveStates
      .filter((state) => state !== 'planned' && state !== 'settled')
      .flatMap((state) => [true, false].map((recovery) => ({ state, outcome: null, gate: 'ready' as const, recovery }))),
  ];
  const expected = new Map<string, string | null>();
  for (const one of cases) {
    const { id } = await client.call('createConversation', { body: { clientId: nextClientId() } });
    const wave = (await send(client, id, { policy: 'direct', responders: direct })).wave?.id ?? '';
    await driveWave(api.services, host, wave, () => null);
    await api.services.db
      .updateTable('parley.job')
      .set({ state: one.recovery ? 'recovery_required' : 'running' })
      .where('wave_id', '=', wave)
      .execute();
    await api.services.db
      .updateTable('parley.wave')
      .set({ state: one.state, gate: one.gate, outcome: one.outcome, settled_at: one.state === 'settled' ? new Date() : null })
      .where('id', '=', wave)
      .execute();
    expected.set(id, reasonOf(one));
  }
  const list = async (needsAttention?: string) => (await client.call('listConversations', { query: { limit: 200, needsAttention } })).items;
  const all = await list();
  expect(all).toHaveLength(cases.length);
  expect(new Map(all.map((item) => [item.id, item.needsAttention?.reason ?? null]))).toEqual(expected);
  expect((await list('true')).map((item) => item.id)).toEqual(all.filter((item) => item.needsAttention !== null).map((item) => item.id));
  expect((await list('false')).map((item) => item.id)).toEqual(all.filter((item) => item.needsAttention === null).map((item) => item.id));
}, 60_000);

function reasonOf(one: { state: WaveState; gate: GateState; outcome: WaveOutcome | null; recovery: boolean }): string | null {
  return attentionReason([{ ...one, latest: true }]);
}

test('a page of two hundred conversations with long histories is one quick statement', async () => {
  const bo = await api.person('Bo');
  const people = await api.services.db.selectFrom('parley.person').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
  const ids = Array.from({ length: 200 }, () => api.services.newId('conversation'));
  await api.services.db
    .insertInto('parley.conversation')
    .values(
      ids.map((id) => ({
        id,
        client_id: id,
        created_by: people.id,
        request_fingerprint: '',
        title: 'x',
        audience: 'workspace',
        latest_ordinal: 100,
      })),
    )
    .execute();
  for (const conversation of ids) {
    const messages = Array.from({ length: 100 }, (_, n) => ({
      id: api.services.newId('message'),
      conversation_id: conversation,
      ordinal: n + 1,
      author_kind: 'person',
      person_id: people.id,
      body: `Message ${n}`,
    }));
    await api.services.db.insertInto('parley.message').values(messages).execute();
  }
  const client = bo.client(api.url);
  await client.call('listConversations', { query: { limit: 200 } });
  const started = performance.now();
  const { items } = await client.call('listConversations', { query: { limit: 200 } });
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(items.filter((item) => item.unreadCount === 100 && item.headline.text === 'Ana: Message 99')).toHaveLength(200);
}, 60_000);
