import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { parseCorrection, parseReview } from '@parley/prompts';
import { describeRuntimeConformance, fixtureRepository, recordEvents, turnInput } from '../conformance';
import type { TurnInput } from '../port';
import { createOpenAiCompatibleRuntime } from './openai-compatible.adapter';

const mock = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 8 });
const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };
const review = {
  outcome: 'no_concern_found',
  reviewedScope: 'msg_0000000000000',
  requiredAccessAvailable: true,
  limitations: [],
  concerns: [],
};
const correction = { outcome: 'revised', body: 'It is "40",\nnot 80.', limitations: [], resolutions: [] };

beforeAll(async () => {
  await mock.start();
  mock.on({ userMessage: /refused key/ }, { error: { message: 'no', type: 'authentication_error' }, status: 401 });
  mock.on({ userMessage: /too many/ }, { error: { message: 'slow down', type: 'rate_limit' }, status: 429 });
  mock.on({ userMessage: /broken/ }, { error: { message: 'oops', type: 'server_error' }, status: 500 });
  mock.on({ userMessage: /cut/ }, { content: 'This answer is cut in the middle of it all.' }, { truncateAfterChunks: 2 });
  // Endless for every test here, and still over soon: the mock goes on speaking after its listener has left.
  mock.on({ userMessage: /endless/ }, { content: 'word '.repeat(60) }, { latency: 60 });
  mock.on({ userMessage: /long/ }, { content: 'word '.repeat(30_000) });
  mock.on({ userMessage: /only tools/ }, { content: '', toolCalls: [{ name: 'list', arguments: JSON.stringify({ path: '' }) }] });
  mock.on({ userMessage: /grace/, hasToolResult: true }, (request) => ({
    content: `It says: ${JSON.stringify(request.messages.at(-1)?.content)}`,
    usage,
  }));
  mock.on(
    { userMessage: /grace/ },
    { content: 'Let me look.', toolCalls: [{ name: 'read', arguments: JSON.stringify({ path: 'src/limits.ts', from: 6, to: 6 }) }], usage },
  );
  mock.on({ userMessage: /review/ }, { content: JSON.stringify(review), usage });
  mock.on({ userMessage: /improve/ }, { content: JSON.stringify(correction), usage });
  mock.on({ userMessage: /.*/s }, { content: 'Take the smallest step that can be undone.', usage });
});
afterAll(() => mock.stop());

const make = () => createOpenAiCompatibleRuntime({ baseUrl: `${mock.url}/v1`, apiKey: 'dummy', models: ['mock'], name: 'Mock' });
const input = (question = 'What should we do?', over: Partial<TurnInput['assignment']> = {}): TurnInput =>
  turnInput('openai-compatible', 'mock', { question, ...over });
const asked = (): number => mock.getRequests().length;
const noSend = async (): Promise<void> => undefined;
const send = (turn: TurnInput) => make().send(turn, noSend, () => undefined);
const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describeRuntimeConformance('openai-compatible', make, {
  answer: () => input(),
  endless: () => input('endless'),
  requestsSeen: asked,
  unreachable: async () => ({
    runtime: createOpenAiCompatibleRuntime({ baseUrl: `http://127.0.0.1:${await closedPort()}/v1`, models: ['mock'] }),
    input: input(),
  }),
  hostDeath: () => ({
    modulePath: require.resolve('../conformance/hosts/openai-compatible'),
    env: { TEST_BASE_URL: `${mock.url}/v1` },
    input: input('endless'),
    afterSending: ['unknown'],
    afterAcknowledged: ['unknown'],
  }),
  reportsUsage: true,
});

describe('a chat-completions endpoint', () => {
  it.each([
    ['refused key', 'provider_refused'],
    ['too many', 'provider_rate_limited'],
    ['broken', 'provider_failed'],
    ['cut', 'provider_failed'],
  ])('that answers "%s" ends as %s, asked exactly once', async (question, code) => {
    const before = asked();
    expect(await send(input(question))).toMatchObject({ status: 'failed', code });
    expect(asked()).toBe(before + 1);
  });

  it('runs the tools that the model calls and counts the usage of all its calls', async () => {
    const record = recordEvents();
    const turn = {
      ...input('What is the grace?'),
      roots: [{ repositoryId: 'rep_0000000000000', label: 'ferry', path: fixtureRepository() }],
    };
    const result = await make().send(turn, noSend, record.emit);
    expect(result).toMatchObject({ status: 'completed', usage: { inputTokens: 240, outputTokens: 60, modelCalls: 2 } });
    expect(result.status === 'completed' ? result.output : '').toMatch(/^Let me look\.\n\nIt says: ".*6: {3}killGraceMs: 3_000,.*"$/);
    expect(record.events).toContainEqual({ type: 'progress', text: 'Reading src/limits.ts' });
    expect(record.events.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe(
      result.status === 'completed' ? result.output : '',
    );
  });

  it('offers no tools without a repository and exactly three with one', async () => {
    await send(input());
    expect(mock.getRequests().at(-1)?.body).not.toHaveProperty('tools');
    await send({ ...input(), roots: [{ repositoryId: 'rep_0000000000000', label: 'ferry', path: fixtureRepository() }] });
    const { tools } = mock.getRequests().at(-1)?.body as { tools: Array<{ function: { name: string } }> };
    expect(tools.map((one) => one.function.name)).toEqual(['list', 'read', 'grep']);
  });

  it('fails a model that goes on calling tools after its last call was to be the answer', async () => {
    const before = asked();
    expect(
      await send({ ...input('only tools'), roots: [{ repositoryId: 'rep_0000000000000', label: 'ferry', path: fixtureRepository() }] }),
    ).toMatchObject({ status: 'failed', code: 'provider_failed' });
    expect(asked() - before).toBe(16);
  });

  it('gives back the JSON of a review and streams nothing of it', async () => {
    const record = recordEvents();
    const result = await make().send(input('review this', { role: 'review', profileRole: 'skeptic' }), noSend, record.emit);
    expect(parseReview(result.status === 'completed' ? result.output : '')).toMatchObject({
      ok: true,
      value: { outcome: 'no_concern_found' },
    });
    expect(record.events.some((event) => event.type === 'delta')).toBe(false);
  });

  it('shows the body of a correction while it is written, and gives back its JSON', async () => {
    const record = recordEvents();
    const result = await make().send(input('improve this', { role: 'correct' }), noSend, record.emit);
    expect(parseCorrection(result.status === 'completed' ? result.output : '')).toMatchObject({ ok: true, value: correction });
    expect(record.events.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe(correction.body);
  });

  it('stops reading at the output limit', async () => {
    expect(await send(input('long'))).toMatchObject({ status: 'failed', code: 'output_too_large' });
  });

  it('keeps what was written before an interrupt', async () => {
    const controller = new AbortController();
    const record = recordEvents();
    const turn = make().send({ ...input('endless'), signal: controller.signal }, noSend, record.emit);
    await record.first('delta');
    controller.abort();
    const result = await turn;
    expect(result).toMatchObject({ status: 'interrupted', usage: { modelCalls: 1 } });
    expect(result.status === 'interrupted' ? result.partial : '').toMatch(/^word/);
  });

  it('writes nothing to the console, whatever goes wrong', async () => {
    const spies = (['log', 'warn', 'error', 'info'] as const).map((name) => jest.spyOn(console, name).mockImplementation());
    for (const question of ['broken', 'cut', 'refused key']) await send(input(question));
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('follows no redirect, so that its key stays with the configured address', async () => {
    const server = createServer((_, response) => response.writeHead(307, { location: `${mock.url}/v1/chat/completions` }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const before = asked();
    const runtime = createOpenAiCompatibleRuntime({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'dummy',
      models: ['mock'],
    });
    expect(await runtime.send(input(), noSend, () => undefined)).toMatchObject({ status: 'failed', code: 'provider_failed' });
    expect(asked()).toBe(before);
    server.closeAllConnections();
    server.close();
  });

  it.each([
    [{ baseUrl: 'ftp://x', models: ['a'] }, /BASE_URL/],
    [{ baseUrl: 'http://127.0.0.1:1/v1', models: [] }, /MODELS/],
  ])('says what its configuration lacks', async (config, reason) => {
    expect(await createOpenAiCompatibleRuntime(config).describe()).toMatchObject({ ready: false, reason: expect.stringMatching(reason) });
  });
});
