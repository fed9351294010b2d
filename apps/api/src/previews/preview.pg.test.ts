import { direct, newConversation, send, team } from '../testing/conversation';
import { startTestApi, type TestApi } from '../testing/test-api';
import { hashOf, makeTestHost, scriptedRuntime, type TestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';

describe('a preview', () => {
  let api: TestApi;
  let host: TestHost;
  let client: ReturnType<TestPerson['client']>;
  let conversationId: string;

  beforeAll(async () => {
    api = await startTestApi();
    host = await makeTestHost(api.url);
    client = (await api.person('Ada', 'owner')).client(api.url);
    conversationId = await newConversation(client);
  });
  afterAll(() => api.close());

  const preview = (more: object) =>
    client.call('createPreview', { body: { conversationId, body: 'What is it?', policy: 'direct', responders: direct, ...more } });

  it('tells turns, sizes, the transcript and the audience, and writes nothing', async () => {
    const before = await client.call('getConversation', { params: { id: conversationId } });
    const seen = await preview({ policy: 'team', responders: team });
    expect(seen).toMatchObject({
      turns: 4,
      estimatedCostUsd: null,
      transcript: { included: 1, omitted: 0, firstOrdinal: 1, lastOrdinal: 1 },
      audience: 'Only you, until others join the workspace',
    });
    expect(seen.totalTokens).toBe(seen.sections.reduce((sum, section) => sum + section.tokens, 0));
    expect(seen.limitTokens).toBeGreaterThan(100_000);
    expect(new Date(seen.expiresAt).getTime()).toBeGreaterThan(Date.now());
    expect(await client.call('getConversation', { params: { id: conversationId } })).toEqual(before);
    expect((await preview({ policy: 'panel', responders: team })).turns).toBe(3);
    expect(await preview({ policy: 'note', responders: [] })).toMatchObject({ turns: 0, sections: [] });
  });

  it('gets evidence of this moment from a host that keeps an inspection open', async () => {
    const contextRefs = [{ kind: 'repository', id: host.repositoryId }];
    await host.client.call('getInspection', { query: { waitMs: 0 } });
    const asked = host.client.call('getInspection', { query: { waitMs: 5_000 } });
    const seen = preview({ contextRefs });
    expect((await asked).repositoryIds).toEqual([host.repositoryId]);
    host.evidence = { generation: hashOf('now'), status: 'captured', edited: 3 };
    await host.report();
    expect((await seen).roots).toEqual([expect.objectContaining({ generation: hashOf('now'), edited: 3, host: 'laptop' })]);
  });

  it('refuses what a send would refuse', async () => {
    await expect(preview({ responders: [{ profileId: 'prf_builtin_lead', runtimeId: 'nowhere', modelId: 'x' }] })).rejects.toMatchObject({
      problem: { status: 422 },
    });
    await expect(preview({ replyTo: 'msg_0000000000000000' })).rejects.toMatchObject({ problem: { code: 'reply_invalid' } });
  });

  it('warns of a host that is away and of a prompt that no model takes', async () => {
    const small = { ...scriptedRuntime, models: scriptedRuntime.models.map((model) => ({ ...model, contextTokens: 1_000 })) };
    await host.report({ runtimes: [small] });
    for (let n = 0; n < 3; n += 1) await send(client, conversationId, { body: 'A long note. '.repeat(200) });
    await api.services.db
      .updateTable('parley.host')
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .execute();
    expect((await preview({})).warnings.map((warning) => warning.code)).toEqual(['host_offline', 'context_too_large']);
  });
});
