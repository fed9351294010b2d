import { direct, newConversation, nextClientId, send } from '../testing/conversation';
import { startTestApi, type TestApi } from '../testing/test-api';
import { makeTestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';
import { claimDue, markDelivered, markFailed } from './outbox.repo';
import { deliverDue } from './relay';
import { openTemporal } from './temporal';

describe('the outbox', () => {
  let api: TestApi;
  let client: ReturnType<TestPerson['client']>;

  beforeAll(async () => {
    api = await startTestApi();
    await makeTestHost(api.url);
    client = (await api.person('Ada', 'owner')).client(api.url);
  });
  afterAll(() => api.close());
  beforeEach(() => api.services.db.deleteFrom('parley.outbox').execute());

  const ask = async (conversationId: string) =>
    (await send(client, conversationId, { policy: 'direct', responders: direct })).wave?.id ?? '';
  const claimed = async () =>
    (await claimDue(api.services.db, 16)).map((row) => ({ id: row.id, waveId: row.waveId, kind: row.message.kind }));

  it('gives out the oldest row of each conversation and no later one before it is delivered', async () => {
    const [one, two] = [await newConversation(client), await newConversation(client)];
    const first = await ask(one);
    const second = await ask(one);
    const other = await ask(two);
    const rows = await claimed();
    expect(rows.map((row) => row.waveId)).toEqual([first, other]);
    expect(await claimed()).toEqual([]);
    await markDelivered(api.services.db, rows[0]?.id ?? 0);
    expect((await claimed()).map((row) => row.waveId)).toEqual([second]);
  });

  it('keeps the later rows of a conversation back while the first is tried again', async () => {
    const conversationId = await newConversation(client);
    await ask(conversationId);
    await ask(conversationId);
    const [row] = await claimed();
    await markFailed(api.services.db, row?.id ?? 0, 'temporal_unavailable', 60_000);
    expect(await claimed()).toEqual([]);
  });

  it('never gives one row to two relays', async () => {
    for (let n = 0; n < 6; n += 1) await ask(await newConversation(client));
    const all = (await Promise.all([claimed(), claimed(), claimed()])).flat();
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
    expect(all).toHaveLength(6);
  });

  it('keeps a code of a failure and nothing else, and a Stop ends the wave with Temporal away', async () => {
    const waveId = await ask(await newConversation(client));
    const temporal = openTemporal({ address: '127.0.0.1:1', namespace: 'default' });
    expect((await deliverDue(api.services, temporal.client)).found).toBe(1);
    const row = await api.services.db.selectFrom('parley.outbox').selectAll().where('wave_id', '=', waveId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempts: 1, delivered_at: null });
    expect(row.last_error).toMatch(/^[a-z_0-9]+$/i);
    const stopped = await client.call('stopWave', { params: { id: waveId }, body: { stopId: nextClientId() } });
    expect(stopped).toMatchObject({ state: 'settled', outcome: 'canceled' });
    await temporal.close();
  }, 30_000);
});
