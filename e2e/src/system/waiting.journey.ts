import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { repositoryRoot } from '../process';
import { type Stack, startStack } from '../stack';
import { temporalSays, terminate } from '../temporal-says';
import { ask, inTurn, newConversation, scripted, settled, untilWave, type Wave } from '../wave';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let repositoryId: string;
test.beforeAll(async () => {
  stack = await startStack({ web: false });
  repositoryId = (await stack.client.call('listRepositories')).items[0]!.id;
});
test.afterAll(() => stack.stop());

const asking = async (
  lead: Record<string, unknown>,
  more: { repositoryIds?: string[]; previewFingerprint?: string } = {},
): Promise<string> =>
  ask(stack.client, {
    conversationId: await newConversation(stack.client, 'Waiting'),
    body: scripted('What is refused?', { lead }),
    policy: 'direct',
    ...more,
  });
const stop = (id: string) => stack.client.call('stopWave', { params: { id }, body: { stopId: randomUUID() } });
const waitsFor =
  (code: string) =>
  (wave: Wave): boolean =>
    wave.waitingFor?.code === code;
const end = async (...ids: string[]): Promise<void> => {
  for (const id of ids) if ((await stop(id)).state !== 'settled') await untilWave(stack.client, id, settled);
};

/** The reason is read twice: from the API alone, and from Temporal alone. */
async function expectBoth(id: string, code: string, words: RegExp, state: string): Promise<Wave> {
  const wave = await untilWave(stack.client, id, waitsFor(code), 40_000);
  expect(wave.waitingFor?.title).toMatch(/^[A-Z]/);
  expect(wave.waitingFor?.detail).toMatch(/\.$/);
  await expect
    .poll(async () => (await temporalSays(stack.temporalAddress, id)).details, { timeout: 25_000 })
    .toMatch(new RegExp(`^\\*\\*Waiting: ${code}\\*\\* since [0-9: -]+ UTC\\. Because ${words.source}`));
  const { status, state: shown } = await temporalSays(stack.temporalAddress, id);
  expect([status, state.split('|').includes(shown ?? '')]).toEqual(['RUNNING', true]);
  return wave;
}

test('a person is waited for: the sources changed, or cannot be read', async () => {
  const changed = await asking({}, { repositoryIds: [repositoryId], previewFingerprint: 'f'.repeat(64) });
  await expectBoth(changed, 'context_changed', /its sources changed.*A person presses Continue or Cancel/, 'planned');
  const { path } = stack.repository;
  renameSync(path, `${path}.away`);
  const unreadable = await asking({}, { repositoryIds: [repositoryId] });
  await expectBoth(unreadable, 'context_unavailable', /a selected repository could not be read.*Resume, or Cancel/, 'planned');
  renameSync(`${path}.away`, path);
  await end(changed, unreadable);
});

test('the host is full, the response before it runs, a stop is under way, an end is unknown', async () => {
  const [first, second] = [await asking({ hang: true, ignoreSigterm: true }), await asking({ hang: true })];
  for (const id of [first, second]) await untilWave(stack.client, id, inTurn('answer'));
  const behind = await ask(stack.client, {
    conversationId: (await stack.client.call('getWave', { params: { id: first } })).conversationId,
    body: scripted('And then?', {}),
    policy: 'direct',
  });
  await expectBoth(behind, 'waiting_for_predecessor', /the response before it.*when that one has settled/, 'queued');
  const third = await asking({ outcomeUnknown: true });
  const full = await expectBoth(third, 'host_busy', /every place of its host is taken.*when a turn there ends/, 'running');
  expect(full.waitingFor?.host?.name).toBe(stack.hostName);

  await stop(first);
  await expectBoth(first, 'stopping', /running turns are being interrupted.*after that it asks a person/, 'stopping');
  await Promise.all([untilWave(stack.client, first, settled), untilWave(stack.client, behind, settled)]);
  await expectBoth(third, 'delivery_ambiguous', /the journal of its host cannot tell.*Resume asks the host again/, 'recovery_required');
  await end(second, third);
});

test('the host is gone: before a turn, in the middle of one, and with its workflow', async () => {
  const [left, ended] = [await asking({ hang: true }), await asking({ hang: true })];
  for (const id of [left, ended]) await untilWave(stack.client, id, inTurn('answer'));
  await stack.processes.host.kill('SIGKILL');
  const early = await asking({});
  await stop(left);
  await terminate(stack.temporalAddress, ended);
  await stop(ended);
  const gone = await untilWave(stack.client, ended, waitsFor('workflow_gone'));
  expect(gone.waitingFor?.detail).toContain('Its workflow was ended or broke');
  // There is no workflow to say anything: its status is the answer.
  expect(await temporalSays(stack.temporalAddress, ended)).toMatchObject({ status: 'TERMINATED' });
  await expectBoth(early, 'host_offline', /its host is offline: no worker takes its tasks.*when the host is back/, 'running');
  await expectBoth(left, 'delivery_not_confirmed', /its host cannot be asked.*further Stop gives the turn up/, 'recovery_required');
  await end(ended, left);
  await stack.processes.host.start();
  expect((await untilWave(stack.client, early, settled)).outcome).toBe('complete');
});

test('the database was restored while a host had the turn, and the host does not answer', async () => {
  const { api, host } = stack.processes;
  const open = await asking({ hang: true });
  await untilWave(stack.client, open, inTurn('answer'));
  const backup = join(stack.folder, 'waiting.backup');
  const run = promisify(execFile);
  const program = (...args: string[]) =>
    run(process.execPath, [join(repositoryRoot, 'apps/api/dist/backup/main.js'), ...args], { env: { DATABASE_URL: stack.databaseUrl } });
  await program('dump', backup);
  await host.kill('SIGKILL');
  await expect(program('load', backup, '--replace')).rejects.toThrow('Stop it first');
  await api.kill();
  await program('load', backup, '--replace');
  await api.start();
  const wave = await expectBoth(
    open,
    'restored',
    /the database was restored from a backup.*nothing is sent again/,
    'stopping|recovery_required',
  );
  expect(wave.jobs).toMatchObject([{ state: 'recovery_required', attempt: 1 }]);
  await host.start();
  // Its journal saw the turn go out and nothing more, so it is a person who ends it.
  await end(open);
  expect((await stack.client.call('getWave', { params: { id: open } })).outcome).toBe('canceled');
});

test('nobody moves it: Temporal is away, or no orchestrator runs', async () => {
  await stack.processes.temporal.kill('SIGKILL');
  const untold = await asking({});
  await untilWave(stack.client, untold, waitsFor('waiting_for_workflow'));
  await expect(temporalSays(stack.temporalAddress, untold)).rejects.toThrow();
  await stack.processes.orchestrator.kill('SIGTERM');
  await stack.processes.temporal.start();
  const wave = await untilWave(stack.client, untold, waitsFor('workflow_not_moving'), 60_000);
  expect(wave.waitingFor?.detail).toContain('an orchestrator or Temporal is away');
  // The Temporal UI has the workflow, and nobody who could say more about it.
  expect(await temporalSays(stack.temporalAddress, untold)).toMatchObject({ status: 'RUNNING', state: 'planned', details: null });
  await stack.processes.orchestrator.start();
  expect((await untilWave(stack.client, untold, settled, 60_000)).outcome).toBe('complete');
});
