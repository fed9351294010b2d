import { sql } from 'kysely';
import { startTestApi, type TestApi } from '../testing/test-api';
import { direct, newConversation, nextClientId, send, team } from '../testing/conversation';
import { makeTestHost, scriptedRuntime, type TestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';

describe('sending a message', () => {
  let api: TestApi;
  let host: TestHost;
  let ada: TestPerson;
  let client: ReturnType<TestPerson['client']>;

  beforeAll(async () => {
    api = await startTestApi();
    host = await makeTestHost(api.url);
    ada = await api.person('Ada', 'owner');
    client = ada.client(api.url);
  });
  afterAll(() => api.close());

  const counts = async (conversationId: string) => {
    const of = async (
      table:
        | 'parley.message'
        | 'parley.wave'
        | 'parley.intent'
        | 'parley.outbox'
        | 'parley.conversation_event'
        | 'parley.context_revision'
        | 'parley.participant',
    ) =>
      Number(
        (
          await api.services.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .where('conversation_id', '=', conversationId)
            .executeTakeFirstOrThrow()
        ).n,
      );
    return {
      messages: await of('parley.message'),
      waves: await of('parley.wave'),
      intents: await of('parley.intent'),
      outbox: await of('parley.outbox'),
      events: await of('parley.conversation_event'),
      revisions: await of('parley.context_revision'),
      participants: await of('parley.participant'),
    };
  };

  it('keeps a note without calling anybody', async () => {
    const conversationId = await newConversation(client);
    const sent = await send(client, conversationId, { body: 'A note.' });
    expect(sent.wave).toBeNull();
    expect(sent.intent).toBeNull();
    expect(sent.message).toMatchObject({
      ordinal: 1,
      body: 'A note.',
      status: 'visible',
      policy: 'note',
      author: { kind: 'person', name: 'Ada' },
    });
    expect(await counts(conversationId)).toMatchObject({ messages: 1, waves: 0, outbox: 0, revisions: 1 });
    expect((await client.call('getConversation', { params: { id: conversationId } })).title).toBe('A note.');
  });

  it('writes message, agents, intent, wave and outbox row together', async () => {
    const conversationId = await newConversation(client);
    const sent = await send(client, conversationId, { policy: 'team', responders: team });
    expect(sent.wave).toMatchObject({
      policy: 'team',
      state: 'queued',
      gate: 'open',
      predecessorId: null,
      waitingFor: { kind: 'workflow' },
    });
    expect(sent.wave?.assignments.map((assignment) => assignment.role)).toEqual(['lead', 'skeptic', 'verifier']);
    expect(await counts(conversationId)).toMatchObject({ messages: 1, waves: 1, intents: 1, outbox: 1, participants: 3 });
    expect(sent.eventSeq).toBe((await client.call('getConversation', { params: { id: conversationId } })).eventSeq);
  });

  it('is one send however often and however simultaneously it is repeated', async () => {
    const conversationId = await newConversation(client);
    const clientMessageId = nextClientId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(client, conversationId, { clientMessageId, policy: 'direct', responders: direct })),
    );
    expect(new Set(answers.map((answer) => answer.message.id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.wave?.id)).size).toBe(1);
    expect(await counts(conversationId)).toMatchObject({ messages: 1, waves: 1, outbox: 1 });
  });

  it('answers the same send as before, whatever changed since', async () => {
    const conversationId = await newConversation(client);
    const clientMessageId = nextClientId();
    const first = await send(client, conversationId, { clientMessageId, policy: 'direct', responders: direct });
    await host.report({ runtimes: [{ ...scriptedRuntime, ready: false, reason: 'gone' }] });
    const again = await send(client, conversationId, { clientMessageId, policy: 'direct', responders: direct });
    expect(again.message.id).toBe(first.message.id);
    await host.report();
  });

  it('refuses another meaning under the same id and writes nothing', async () => {
    const conversationId = await newConversation(client);
    const clientMessageId = nextClientId();
    await send(client, conversationId, { clientMessageId, body: 'one' });
    const before = await counts(conversationId);
    await expect(send(client, conversationId, { clientMessageId, body: 'two' })).rejects.toMatchObject({
      problem: { status: 409, code: 'idempotency_conflict' },
    });
    expect(await counts(conversationId)).toEqual(before);
  });

  it('leaves nothing behind when it is refused', async () => {
    const conversationId = await newConversation(client);
    const before = await counts(conversationId);
    const unknown = [{ profileId: 'prf_builtin_lead', runtimeId: 'nowhere', modelId: 'x' }];
    await expect(send(client, conversationId, { policy: 'direct', responders: unknown })).rejects.toMatchObject({
      problem: { status: 422 },
    });
    await expect(
      send(client, conversationId, {
        policy: 'direct',
        responders: direct,
        contextRefs: [{ kind: 'repository', id: 'rep_0000000000000000' }],
      }),
    ).rejects.toMatchObject({ problem: { status: 422 } });
    await expect(send(client, conversationId, { replyTo: 'msg_0000000000000000' })).rejects.toMatchObject({
      problem: { code: 'reply_invalid' },
    });
    expect(await counts(conversationId)).toEqual(before);
  });

  it('numbers messages and waves of simultaneous sends without gaps and lets at most eight wait', async () => {
    const conversationId = await newConversation(client);
    const results = await Promise.allSettled(
      Array.from({ length: 11 }, (_, n) => send(client, conversationId, { body: `Question ${n}`, policy: 'direct', responders: direct })),
    );
    const accepted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as { problem: { code: string } }] : []));
    expect(accepted).toHaveLength(8);
    expect(refused.map((error) => error.problem.code)).toEqual(['queue_full', 'queue_full', 'queue_full']);
    expect(accepted.map((answer) => answer.message.ordinal).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { items } = await client.call('listWaves', { params: { id: conversationId }, query: {} });
    expect(items).toHaveLength(8);
    items.slice(1).forEach((wave, index) => expect(wave.predecessorId).toBe(items[index]?.id));
    expect(items[1]?.waitingFor).toMatchObject({ kind: 'predecessor' });
  });

  it('removes the draft of this send and no other', async () => {
    const conversationId = await newConversation(client);
    const clientMessageId = nextClientId();
    const draft = { body: 'next thought', policy: 'note' as const, clientMessageId: 'another' };
    await client.call('putDraft', { params: { id: conversationId }, body: draft });
    await send(client, conversationId, { clientMessageId });
    expect((await client.call('getDraft', { params: { id: conversationId } })).body).toBe('next thought');
    await client.call('putDraft', { params: { id: conversationId }, body: { ...draft, clientMessageId: 'mine' } });
    await send(client, conversationId, { clientMessageId: 'mine' });
    expect((await client.call('getDraft', { params: { id: conversationId } })).body).toBe('');
  });

  it('pages messages both ways and around one', async () => {
    const conversationId = await newConversation(client);
    const ids: string[] = [];
    for (let n = 1; n <= 7; n += 1) ids.push((await send(client, conversationId, { body: `m${n}` })).message.id);
    const list = (query: object) => client.call('listMessages', { params: { id: conversationId }, query });
    const newest = await list({ limit: 3 });
    expect(newest.items.map((message) => message.body)).toEqual(['m5', 'm6', 'm7']);
    expect(newest.after).toBeNull();
    const older = await list({ limit: 3, before: newest.before });
    expect(older.items.map((message) => message.body)).toEqual(['m2', 'm3', 'm4']);
    const newer = await list({ limit: 3, after: older.after });
    expect(newer.items.map((message) => message.body)).toEqual(['m5', 'm6', 'm7']);
    const around = await list({ limit: 3, around: ids[3] });
    expect(around.items.map((message) => message.body)).toEqual(['m3', 'm4', 'm5']);
    expect((await list({ limit: 200 })).before).toBeNull();
    const other = await newConversation(client);
    await expect(client.call('listMessages', { params: { id: other }, query: { before: newest.before ?? '' } })).rejects.toMatchObject({
      problem: { code: 'cursor_invalid' },
    });
  });

  it('removes the text of a deleted message everywhere and keeps its place', async () => {
    const conversationId = await newConversation(client);
    const secret = 'canary-in-the-text';
    const { message } = await send(client, conversationId, { body: secret });
    await send(client, conversationId, { body: 'second' });
    const tombstone = await client.call('deleteMessage', { params: { id: message.id } });
    expect(tombstone).toMatchObject({ status: 'tombstone', body: null, ordinal: 1, author: { name: 'Ada' } });
    const { rows } = await sql<{ found: string }>`
      select 'message' as found from parley.message m where m::text like ${`%${secret}%`}
      union all select 'conversation' from parley.conversation c where c::text like ${`%${secret}%`}
      union all select 'event' from parley.conversation_event e where e::text like ${`%${secret}%`}
      union all select 'outbox' from parley.outbox o where o::text like ${`%${secret}%`}`.execute(api.services.db);
    expect(rows).toEqual([]);
    expect((await client.call('getConversation', { params: { id: conversationId } })).title).toBe('second');
    expect((await client.call('deleteMessage', { params: { id: message.id } })).status).toBe('tombstone');
  });

  it('does not let a person delete what is not theirs or what agents work on', async () => {
    const conversationId = await newConversation(client);
    const { message } = await send(client, conversationId, { policy: 'direct', responders: direct });
    await expect(client.call('deleteMessage', { params: { id: message.id } })).rejects.toMatchObject({
      problem: { code: 'action_unavailable' },
    });
    const bob = (await api.person('Bob')).client(api.url);
    await expect(bob.call('deleteMessage', { params: { id: message.id } })).rejects.toMatchObject({
      problem: { code: 'action_unavailable' },
    });
  });
});
