import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Stack, startStack } from '../stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave } from '../wave';

/** Every turn that the provider began, as `jobId attempt`. */
const started = (stack: Stack): string[] =>
  readFileSync(stack.scriptedLog, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('started '))
    .map((line) => line.split(' ').slice(1, 3).join(' '));

const slowTeam = scripted('What is refused?', {
  lead: { text: 'Parcels above the limit are refused.', delayMs: 2_000, chunks: 4 },
  skeptic: { delayMs: 1_500 },
  verifier: { delayMs: 1_500 },
});

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false });
});
test.afterAll(() => stack.stop());

for (const name of ['api', 'orchestrator'] as const) {
  test(`a killed ${name} takes nothing from a team: it settles, and no turn begins twice`, async () => {
    const before = started(stack).length;
    const id = await ask(stack.client, { conversationId: await newConversation(stack.client, name), body: slowTeam, policy: 'team' });
    await untilWave(stack.client, id, inTurn('answer'));
    await stack.processes[name].kill('SIGKILL');
    await stack.processes[name].start();
    const wave = await untilWave(stack.client, id, settled, 60_000);
    expect([wave.outcome, wave.receipt?.complete]).toEqual(['complete', true]);
    const turns = started(stack).slice(before);
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns).toHaveLength(3);
  });
}

test('a killed host whose provider lives on settles with the answer that the provider finished', async () => {
  const before = started(stack).length;
  const body = scripted('What is refused?', {
    lead: { text: 'Parcels above the limit are refused.', delayMs: 2_500, survive: true },
  });
  const id = await ask(stack.client, { conversationId: await newConversation(stack.client, 'host lives'), body, policy: 'team' });
  await untilWave(stack.client, id, inTurn('answer'));
  await stack.processes.host.kill('SIGKILL');
  await stack.processes.host.start();
  const wave = await untilWave(stack.client, id, (one) => settled(one) || one.state === 'recovery_required', 60_000);
  expect(wave.state).toBe('settled');
  const turns = started(stack).slice(before);
  expect(new Set(turns).size).toBe(turns.length);
});

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test(`a search that ended with its host (${signal}) has touched nobody, so it is run again and the team settles`, async () => {
    const { items } = await stack.client.call('listRepositories');
    const id = await ask(stack.client, {
      conversationId: await newConversation(stack.client, signal),
      body: 'How is the price of a parcel worked out?',
      policy: 'team',
      runner: { runtimeId: 'evidence', modelId: 'evidence-1' },
      repositoryIds: items.map((repository) => repository.id),
    });
    await untilWave(stack.client, id, (wave) => wave.jobs.some((job) => job.delivery === 'sending' || job.delivery === 'acknowledged'));
    await stack.processes.host.kill(signal);
    await stack.processes.host.start();
    const wave = await untilWave(stack.client, id, (one) => settled(one) || one.state === 'recovery_required', 60_000);
    expect([wave.outcome, wave.receipt?.complete]).toEqual(['complete', true]);
  });

test('a killed host whose provider died with it asks a person, sends nothing again, and Stop ends it', async () => {
  const before = started(stack).length;
  const id = await ask(stack.client, { conversationId: await newConversation(stack.client, 'host'), body: slowTeam, policy: 'team' });
  const running = await untilWave(stack.client, id, inTurn('answer'));
  await stack.processes.host.kill('SIGKILL');
  await stack.processes.host.start();
  const asking = await untilWave(stack.client, id, (one) => settled(one) || one.state === 'recovery_required', 60_000);
  expect(started(stack).slice(before)).toEqual([`${running.jobs[0]?.id} 1`]);
  if (asking.state === 'recovery_required') {
    expect(asking.allowedActions).toEqual(expect.arrayContaining(['stop', 'resume']));
    await stack.client.call('stopWave', { params: { id }, body: { stopId: 'give-up' } });
  }
  const wave = await untilWave(stack.client, id, settled, 60_000);
  expect(wave.receipt?.complete).toBe(false);
  expect(started(stack).slice(before)).toEqual([`${running.jobs[0]?.id} 1`]);
});

test('a host that is shut down ends its turn, says so, and sends nothing again when it is back', async () => {
  const before = started(stack).length;
  const id = await ask(stack.client, { conversationId: await newConversation(stack.client, 'shutdown'), body: slowTeam, policy: 'team' });
  await untilWave(stack.client, id, inTurn('answer'));
  await stack.processes.host.kill('SIGTERM');
  await stack.processes.host.start();
  const wave = await untilWave(stack.client, id, settled, 60_000);
  expect([wave.outcome, wave.jobs[0]?.error?.code]).toEqual(['no_response', 'host_stopped']);
  expect(started(stack).slice(before)).toHaveLength(1);
});
