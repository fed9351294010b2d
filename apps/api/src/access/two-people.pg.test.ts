import { type Endpoint, type EndpointName, endpoints } from '@parley/contracts';
import { databaseHash } from '../testing/database-hash';
import { samples } from '../testing/endpoint-samples';
import { readEvents } from '../testing/event-reader';
import { ask, problemOf } from '../testing/http';
import { startTestApi, type TestApi } from '../testing/test-api';
import type { TestPerson } from '../testing/test-person';
import { nextClientId, send } from '../testing/conversation';
import { canary, makeWorld, type World } from '../testing/world';

const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => (endpoints[name] as Endpoint).auth === 'person' && name !== 'signOut',
);

describe.each(['private', 'people'] as const)('a conversation of Ana for %s', (kind) => {
  let api: TestApi;
  let world: World;
  let bo: TestPerson;
  let events: Awaited<ReturnType<typeof readEvents>>;
  let secrets: string[];

  beforeAll(async () => {
    api = await startTestApi();
    // Owner of the workspace: even the highest role opens nothing that is not for them.
    bo = await api.person('Bo', 'owner');
    const ana = await api.person('Ana', 'member');
    const friend = await api.person('Cy', 'member');
    events = await readEvents(api.url, bo.headers);
    await events.until((frame) => frame.event === 'ready');
    world = await makeWorld(api, ana, kind === 'private' ? { kind } : { kind, personIds: [friend.id] });
    secrets = [
      canary,
      ...Object.values(world).filter((value): value is string => typeof value === 'string' && value !== world.repositoryId),
    ];
  }, 60_000);
  afterAll(async () => {
    await events.close();
    await api.close();
  });

  const go = (name: EndpointName, headers: Record<string, string>) => {
    const endpoint: Endpoint = endpoints[name];
    const sample = samples[name](world);
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, key: string) => sample.params?.[key] ?? '');
    const query = new URLSearchParams(sample.query).toString();
    return ask(`${api.url}${path}${query ? `?${query}` : ''}`, endpoint.method, {
      headers,
      json: endpoint.method === 'GET' ? undefined : sample.body,
    });
  };
  const mentionsWorld = (name: EndpointName): boolean =>
    name !== 'deleteApiKey' && secrets.some((secret) => JSON.stringify(samples[name](world)).includes(secret));

  test.each(names)('is not there for Bo by %s', async (name) => {
    const before = mentionsWorld(name) ? await databaseHash(api.services.db) : null;
    const answer = await go(name, bo.headers);
    if (before) {
      expect({ name, status: answer.status, code: problemOf(answer).code }).toEqual({ name, status: 404, code: 'not_found' });
      expect(await databaseHash(api.services.db)).toEqual(before);
    }
    const told = JSON.stringify(answer.body);
    for (const secret of secrets) expect({ name, tells: told.includes(secret) }).toEqual({ name, tells: false });
  });

  test('is not listed, counted or found by any list of Bo', async () => {
    const client = bo.client(api.url);
    for (const state of ['open', 'archived'] as const) {
      for (const needsAttention of [undefined, true, false]) {
        const { items } = await client.call('listConversations', {
          query: { state, needsAttention: needsAttention === undefined ? undefined : String(needsAttention) },
        });
        expect(JSON.stringify(items)).not.toMatch(world.conversationId);
      }
    }
  });

  test('cannot be drawn into a conversation of Bo', async () => {
    const client = bo.client(api.url);
    const own = await client.call('createConversation', { body: { clientId: nextClientId() } });
    for (const more of [{ replyTo: world.noteId }, { supersedes: world.noteId }, { sources: [world.noteId] }]) {
      const refused = await send(client, own.id, more).catch((error: unknown) => error);
      expect(refused).toMatchObject({ problem: { status: 422 } });
      expect(JSON.stringify(refused)).not.toMatch(canary);
    }
    const draft = await client.call('putDraft', { params: { id: own.id }, body: { body: 'x', policy: 'note', replyTo: world.noteId } });
    expect(JSON.stringify(draft)).not.toMatch(canary);
  });

  test('sends nothing to the streams of Bo, whatever happens in it', async () => {
    await go('sendMessage', world.ana.headers);
    await go('stopWave', world.ana.headers);
    const own = await bo.client(api.url).call('createConversation', { body: { clientId: nextClientId() } });
    await events.until((frame) => frame.data['conversationId'] === own.id);
    const told = JSON.stringify(events.frames);
    for (const secret of secrets) expect(told.includes(secret)).toBe(false);
    const ids = events.frames.flatMap((frame) =>
      frame.id === null ? [] : [Buffer.from(frame.id.split('.')[0] ?? '', 'base64url').toString()],
    );
    expect(ids.join()).not.toMatch(world.conversationId);
  });

  test('is there for Ana', async () => {
    expect(await go('getConversation', world.ana.headers)).toMatchObject({
      status: 200,
      body: { id: world.conversationId, title: `About the ${canary}` },
    });
    expect(JSON.stringify((await go('listMessages', world.ana.headers)).body)).toMatch(canary);
  });
});
