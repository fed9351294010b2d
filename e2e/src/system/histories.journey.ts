import { Client, Connection } from '@temporalio/client';
import { expect, test } from '@playwright/test';
import { makeRepository } from '../repository';
import { type Stack, startStack } from '../stack';
import { ask, newConversation, scripted, settled, untilWave } from '../wave';

const canaries = {
  prompt: 'canary-prompt-7f3a',
  answer: 'canary-answer-91bc',
  concern: 'canary-concern-55de',
  label: 'canary-label-0c4e',
  title: 'canary-title-e812',
};
let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false, repositories: [makeRepository(undefined, canaries.label)] });
});
test.afterAll(() => stack.stop());

/** Every byte of an event, payloads decoded: their data is not visible in the JSON form of a history. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([key, part]) => `${key} ${textOf(part)}`)
      .join('\n');
  return '';
}

test('histories hold no prompt, answer, name or path, and a corrected team stays small', async () => {
  const { items } = await stack.client.call('listRepositories');
  const concern = {
    claim: canaries.answer,
    category: 'correctness',
    severity: 'blocking',
    confidence: 'high',
    evidenceStatus: 'logical_contradiction',
    reason: canaries.concern,
    evidence: canaries.concern,
    suggestion: canaries.concern,
  };
  const id = await ask(stack.client, {
    conversationId: await newConversation(stack.client, canaries.title),
    body: scripted(canaries.prompt, { lead: { text: `It is so: ${canaries.answer}.` }, skeptic: { concerns: [concern] } }),
    policy: 'team',
    repositoryIds: items.map((repository) => repository.id),
  });
  const wave = await untilWave(stack.client, id, settled);
  expect(wave.jobs.map(({ role }) => role).sort()).toEqual(['answer', 'correct', 'review', 'review']);

  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const client = new Client({ connection });
    const texts: string[] = [];
    for await (const { workflowId, runId } of client.workflow.list()) {
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      const text = textOf(history.events);
      texts.push(text);
      if (workflowId !== `wave/${id}`) continue;
      expect(history.events?.length).toBeLessThan(80);
      expect((await client.workflow.getHandle(workflowId).describe()).historySize).toBeLessThan(16 * 1024);
    }
    const all = texts.join('\n');
    expect(all).toContain(id);
    for (const canary of [...Object.values(canaries), stack.repository.path, 'test-host', stack.apiKey]) expect(all).not.toContain(canary);
  } finally {
    await connection.close();
  }
  for (const one of [stack.processes.api, stack.processes.orchestrator, stack.processes.host]) {
    for (const canary of [...Object.values(canaries), stack.apiKey]) expect(one.log()).not.toContain(canary);
  }
});
