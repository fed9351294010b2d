import { expect, test } from '@playwright/test';
import { type NewerPeer, startNewerPeer } from '../newer-peer';
import { type Stack, startStack } from '../stack';
import { ask, newConversation, scripted, settled, untilWave } from '../wave';

let peer: NewerPeer;
let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({
    web: false,
    betweenHostAndApi: async (apiUrl) => (peer = await startNewerPeer(apiUrl)).url,
  });
});
test.afterAll(async () => {
  await stack.stop();
  await peer.close();
});

test('a host and an API that each take the other for a later release finish a corrected team and a search', async () => {
  const { items } = await stack.client.call('listRepositories');
  const repositoryIds = items.map(({ id }) => id);
  const concern = { claim: 'It is 40.', severity: 'blocking', suggestion: 'Replace it with: It is 30.' };
  const team = await ask(stack.client, {
    conversationId: await newConversation(stack.client, 'one is newer than the other'),
    body: scripted('How heavy?', { lead: { text: 'The limit is clear. It is 40.' }, skeptic: { concerns: [concern] } }),
    ...{ policy: 'team', repositoryIds },
  });
  const search = await ask(stack.client, {
    conversationId: await newConversation(stack.client, 'a search between releases'),
    body: 'Which parcels are refused?',
    runner: { runtimeId: 'evidence', modelId: 'evidence-1' },
    ...{ policy: 'team', repositoryIds },
  });
  const corrected = await untilWave(stack.client, team, settled);
  expect([corrected.outcome, corrected.receipt?.complete]).toEqual(['complete', true]);
  expect(corrected.jobs.map(({ role }) => role).sort()).toEqual(['answer', 'correct', 'review', 'review']);
  const searched = await untilWave(stack.client, search, settled);
  expect([searched.outcome, searched.receipt?.complete]).toEqual(['complete', true]);
  // Each turn gets its assignment and sends its end; the host has registered before.
  const turns = corrected.jobs.length + searched.jobs.length;
  expect(peer.changed.requests).toBeGreaterThan(turns);
  expect(peer.changed.answers).toBeGreaterThan(2 * turns);
});
