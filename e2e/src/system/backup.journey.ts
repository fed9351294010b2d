import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@parley/client';
import { expect, test } from '@playwright/test';
import { Client as Temporal, Connection } from '@temporalio/client';
import { type Installation, makeInstallation } from '../installation';
import { ask, inTurn, newConversation, scripted, settled, untilWave } from '../wave';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const shared = mkdtempSync(join(tmpdir(), 'parley-backup-'));
const file = join(shared, 'night.backup');
const scriptedLog = join(shared, 'scripted.log');
const undo: (() => unknown)[] = [() => rmSync(shared, { recursive: true, force: true })];
test.afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const install = async (): Promise<Installation> => {
  const made = await makeInstallation({ SCRIPTED_LOG: scriptedLog });
  undo.push(() => made.remove());
  return made;
};
/** Every turn that the provider began, as `jobId attempt`. */
const started = (): string[] =>
  readFileSync(scriptedLog, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('started '))
    .map((line) => line.split(' ').slice(1, 3).join(' '));
const bodies = async (client: Client, id: string): Promise<string[]> =>
  (await client.call('listMessages', { params: { id } })).items.map((message) => (message.body ?? '').replace(/ \[\[script.*/s, ''));

/** The kinds of the first frames of a stream, until one of them is `until`. */
async function frames(client: Client, after: string | undefined, until: string, meanwhile?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), 10_000);
  const reading = client.events({
    after,
    signal: over.signal,
    onEvent: (event) => {
      seen.push(event.kind === 'event' ? event.data.type : event.kind);
      if (event.kind === 'ready') void meanwhile?.();
      if (seen.includes(until)) over.abort();
    },
  });
  await reading.catch(() => undefined);
  clearTimeout(late);
  return seen;
}
const note = (client: Client, id: string) =>
  client.call('sendMessage', { params: { id }, body: { clientMessageId: `note-${Date.now()}`, body: 'Still there?', policy: 'note' } });

/** What the conversation holds after a restore: the second question is answered by what was asked before, the third was never asked. */
const everything = ['What is refused?', 'Above 30 kg.', 'And below?', 'And why?', 'Below it costs by weight.'];
let first: Installation;
let conversation: string;
let running: string;
let queued: string;
/** What became of it is known to nobody. */
let stuck: string;
let cursor = '';

test('a backup made while a response runs is restored into a fresh folder: everything is there, and nothing is sent again', async () => {
  writeFileSync(scriptedLog, '');
  first = await install();
  const { client } = await first.start();
  conversation = await newConversation(client, 'Parcels');
  const told = await ask(client, {
    conversationId: conversation,
    body: scripted('What is refused?', { lead: { text: 'Above 30 kg.' } }),
    policy: 'direct',
  });
  await untilWave(client, told, settled);
  await frames(client, undefined, 'ready');
  const slow = scripted('And below?', { lead: { text: 'Below it costs by weight.', delayMs: 4_000, chunks: 4 } });
  running = await ask(client, { conversationId: conversation, body: slow, policy: 'direct' });
  queued = await ask(client, {
    conversationId: conversation,
    body: scripted('And why?', { lead: { text: 'Nobody can lift it.' } }),
    policy: 'direct',
  });
  await untilWave(client, running, inTurn('answer'));

  stuck = await ask(client, {
    conversationId: await newConversation(client, 'Stuck'),
    body: scripted('And here?', { lead: { hang: true } }),
    policy: 'direct',
  });
  await untilWave(client, stuck, inTurn('answer'));

  const backup = await first.run('backup', file);
  expect(backup, backup.output).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await client.call('getWave', { params: { id: running } })).state).toBe('running');
  // Life goes on: both are answered, and something new is under way when the machine is lost.
  await Promise.all([running, queued].map((id) => untilWave(client, id, settled)));
  const over = new AbortController();
  await client.events({
    signal: over.signal,
    onEvent: (event) => {
      if (event.kind === 'ready') [cursor] = [event.id, over.abort()];
    },
  });
  const later = await newConversation(client, 'Later');
  const lost = await ask(client, { conversationId: later, body: scripted('Forgotten?', { lead: { hang: true } }), policy: 'direct' });
  await untilWave(client, lost, inTurn('answer'));
  await first.stop();
  const asked = started();

  const second = await install();
  const restored = await second.run('restore', file);
  expect(restored, restored.output).toMatchObject({ code: 0, output: expect.stringContaining('1 ended, 2 wait') });
  const there = await second.start();
  const receipt = (await there.client.call('getWave', { params: { id: told } })).receipt;
  expect(receipt).toMatchObject({ complete: true });
  expect(await there.client.call('getWave', { params: { id: queued } })).toMatchObject({ state: 'settled', outcome: 'canceled' });

  // The journal that came with the backup saw the request go out and not its end; what the provider has kept of it is taken, and nothing follows.
  const open = await untilWave(there.client, running, settled);
  expect([open.outcome, open.reason]).toEqual(['partial', 'stopped']);
  expect(await bodies(there.client, conversation)).toEqual(everything);
  // Where not even the provider knows, the turn has provably ended with its process, and so has the response.
  expect((await untilWave(there.client, stuck, settled)).outcome).toBe('canceled');
  expect(started()).toEqual(asked);

  expect(await frames(there.client, cursor, 'message.created', () => note(there.client, conversation))).toEqual(
    expect.arrayContaining(['reset', 'ready', 'message.created']),
  );
  const fresh = await ask(there.client, {
    conversationId: conversation,
    body: scripted('Again?', { lead: { text: 'As before.' } }),
    policy: 'direct',
  });
  expect((await untilWave(there.client, fresh, settled)).outcome).toBe('complete');
  await second.stop();
});

test('restored in place, the newer journal gives its answers, workflows of the undone time end, and nothing is sent again', async () => {
  const asked = started();
  const refused = await first.run('restore', file);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--replace') });
  const restored = await first.run('restore', file, '--replace');
  expect(restored, restored.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('journal of the host that was here is kept'),
  });

  const { client, temporalAddress } = await first.start();
  const wave = await untilWave(client, running, settled);
  expect([wave.outcome, wave.reason]).toEqual(['partial', 'stopped']);
  expect(await bodies(client, conversation)).toEqual(everything);
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const { workflow } = new Temporal({ connection });
    const open = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of workflow.list({ query: "WorkflowType = 'wave' AND ExecutionStatus = 'Running'" }))
        ids.push(workflowId);
      return ids;
    };
    await expect.poll(open, { timeout: 20_000 }).toEqual([]);
  } finally {
    await connection.close();
  }
  expect(started()).toEqual(asked);
  expect(new Set(asked).size).toBe(asked.length);
  const fresh = await ask(client, {
    conversationId: conversation,
    body: scripted('Again?', { lead: { text: 'As before.' } }),
    policy: 'direct',
  });
  expect((await untilWave(client, fresh, settled)).outcome).toBe('complete');
});
