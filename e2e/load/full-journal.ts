import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Stack } from '../src/stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave, type Wave } from '../src/wave';
import { environmentOf } from './another';
import type { reporter } from './report';
import type { SmallDisk } from './small-disk';

const direct = async (stack: Stack, act: object): Promise<string> =>
  ask(stack.client, {
    conversationId: await newConversation(stack.client, 'Full journal'),
    body: scripted('What is refused?', { lead: { text: 'Parcels.', ...act } }),
    policy: 'direct',
  });
const endOf = (wave: Wave): string => `${wave.state} ${wave.outcome} ${wave.jobs.map((job) => job.error?.code ?? job.state).join(', ')}`;
const starts = (stack: Stack, wave: Wave): number =>
  readFileSync(stack.scriptedLog, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('started ') && wave.jobs.some((job) => line.includes(job.id))).length;

/** The host's journal takes nothing more in the middle of turns, and then it does again. */
export async function fillJournal(stack: Stack, disk: SmallDisk, { found }: ReturnType<typeof reporter>): Promise<void> {
  const { host } = stack.processes;
  await host.kill();
  disk.take(join(stack.folder, 'host'));
  await host.start();
  const [running, stopped] = [await direct(stack, { delayMs: 3_000 }), await direct(stack, { hang: true })];
  await Promise.all([running, stopped].map((id) => untilWave(stack.client, id, inTurn('answer'))));
  disk.fill();

  await stack.client.call('stopWave', { params: { id: stopped }, body: { stopId: randomUUID() } });
  const ended = await Promise.all([running, stopped].map((id) => untilWave(stack.client, id, settled)));
  found('a turn that was running when the disk was full', endOf(ended[0]!), ended[0]!.outcome === 'complete');
  found('a turn that was stopped then', endOf(ended[1]!), ended[1]!.outcome === 'canceled');

  const refused = await untilWave(stack.client, await direct(stack, {}), settled);
  found(
    'a turn that comes then',
    endOf(refused),
    refused.outcome === 'no_response' && refused.jobs[0]?.error?.code === 'journal_unwritable',
  );
  found('requests sent without a journal', starts(stack, refused), starts(stack, refused) === 0);
  const told = await missing(host.pid);
  found(
    'readyz of the host',
    told.join('; ') || 'ready',
    told.some((name) => name.startsWith('journal')),
  );

  disk.empty();
  const since = performance.now();
  while ((await missing(host.pid)).length > 0 && performance.now() - since < 10_000) await delay(50);
  found('ready again', `${Math.round(performance.now() - since)} ms after there was room`, (await missing(host.pid)).length === 0);
  const again = await untilWave(stack.client, await direct(stack, {}), settled);
  found('a turn after that, with the same process', endOf(again), again.outcome === 'complete');
}

async function missing(pid: number): Promise<string[]> {
  const body = (await (await fetch(`http://127.0.0.1:${environmentOf(pid)['HEALTH_PORT']}/readyz`)).json()) as {
    missing: ({ name: string; reason: string } | string)[];
  };
  return body.missing.map((lack) => (typeof lack === 'string' ? lack : `${lack.name} ${lack.reason}`));
}
