import { LLMock } from '@copilotkit/aimock';
import { expect, test } from '@playwright/test';
import { type Stack, startStack } from '../stack';
import { ask, newConversation, settled, untilWave } from '../wave';

const answer = 'A parcel above `maximumWeightKg` (`src/limits.ts:2`) is refused, which is 30 kg.';
const mock = new LLMock({ port: 0, host: '127.0.0.1' });
let stack: Stack;

test.beforeAll(async () => {
  await mock.start();
  stack = await startStack({
    web: false,
    hostEnv: {
      OPENAI_COMPATIBLE_BASE_URL: `${mock.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: 'dummy',
      OPENAI_COMPATIBLE_MODELS: 'mock-model',
      OPENAI_COMPATIBLE_NAME: 'Mock models',
    },
  });
});
test.afterAll(async () => {
  await stack.stop();
  await mock.stop();
});

test('a team of a chat-completions endpoint streams, reads files by tools, reviews and counts its tokens', async () => {
  const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };
  const asksForReview = (text: string): boolean => text.includes('reviewedScope');
  mock.on(
    {
      predicate: (request) =>
        !asksForReview(JSON.stringify(request.messages)) && !JSON.stringify(request.messages).includes('"role":"tool"'),
    },
    { toolCalls: [{ name: 'read', arguments: JSON.stringify({ path: 'src/limits.ts' }) }], usage },
  );
  mock.on({ predicate: (request) => asksForReview(JSON.stringify(request.messages)) }, (request) => ({
    content: JSON.stringify({
      outcome: 'no_concern_found',
      reviewedScope: /msg_[0-9a-z]{26}/.exec(JSON.stringify(request.messages).split('reviewedScope').at(-1) ?? '')?.[0] ?? '',
      limitations: [],
      requiredAccessAvailable: true,
      concerns: [],
    }),
    usage,
  }));
  mock.on({ predicate: () => true }, { content: answer, usage }, { latency: 30, chunkSize: 8 });

  const { items } = await stack.client.call('listRepositories');
  const conversationId = await newConversation(stack.client, 'a model');
  const drafts: string[] = [];
  const over = new AbortController();
  const following = stack.client.events({
    conversationId,
    signal: over.signal,
    onEvent: (event) => event.kind === 'draft' && drafts.push(event.data.text),
  });
  const id = await ask(stack.client, {
    conversationId,
    body: 'Which parcels are refused?',
    policy: 'team',
    runner: {
      runtimeId: (await stack.client.call('listRuntimes')).items.find((one) => one.kind === 'api')?.id ?? '',
      modelId: 'mock-model',
    },
    repositoryIds: items.map((repository) => repository.id),
  });
  const wave = await untilWave(stack.client, id, settled);
  over.abort();
  await following;

  expect([wave.outcome, wave.receipt?.complete]).toEqual(['complete', true]);
  expect(drafts.join('')).toContain('refused');
  expect(drafts.length).toBeGreaterThan(1);
  expect(wave.receipt?.usage).toMatchObject({ inputTokens: 480, outputTokens: 120, modelCalls: 4 });
  const toolResults = mock
    .getRequests()
    .flatMap((request) => (request.body as { messages?: { role: string; content: unknown }[] } | null)?.messages ?? [])
    .filter((message) => message.role === 'tool');
  expect(JSON.stringify(toolResults)).toContain('maximumWeightKg = 30');
});
