import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../src/stack';
import { ask, newConversation, scripted, settled, untilWave } from '../src/wave';
import type { reporter } from './report';
import type { SmallDisk } from './small-disk';
import { startTraffic } from './traffic';

const fullMs = 15_000;
const askedWithoutRoom = 12;
const backMs = 60_000;

/** Temporal can write nothing for a while: people go on writing, waves wait, and everything settles afterwards. */
export async function fillTemporal(stack: Stack, disk: SmallDisk, { found }: ReturnType<typeof reporter>): Promise<void> {
  const { temporal } = stack.processes;
  await temporal.kill();
  disk.take(
    ...['temporal.db', 'temporal.db-wal', 'temporal.db-shm'].map((name) => join(stack.folder, name)).filter((path) => existsSync(path)),
  );
  await temporal.start();
  const traffic = await startTraffic(stack, { client: stack.client, patienceMs: 150_000 });
  await delay(5_000);
  const pid = temporal.pid;
  disk.fill();
  await delay(1_000);
  // Several: what is left of half-filled pages may take the first.
  const all: string[] = [];
  for (let n = 0; n < askedWithoutRoom; n += 1) {
    const conversationId = await newConversation(stack.client, `Asked without room ${n}`);
    all.push(
      await ask(stack.client, { conversationId, body: scripted('What is refused?', { lead: { text: 'Parcels.' } }), policy: 'direct' }),
    );
  }
  const asked = all.at(-1)!;
  await delay(fullMs);
  const waiting = await stack.client.call('getWave', { params: { id: asked } });
  found(
    'a wave that was asked for then',
    `${waiting.state}, waits for ${waiting.waitingFor?.code ?? 'nothing'}`,
    waiting.waitingFor !== null,
  );
  const before = traffic.writers.accepted.length;
  await delay(2_000);
  const during = traffic.writers.accepted.length - before;
  found('notes accepted in 2 s without room for Temporal', during, during > 0);
  const { status, warnings, missing } = await readyz(stack);
  found(
    'readyz of the API',
    `${status} ${[...missing, ...warnings].join('; ')}`,
    [...missing, ...warnings].some((name) => /^(relay|temporal)/.test(name)),
  );
  disk.empty();
  const since = performance.now();
  const died = !existsSync(`/proc/${pid}/exe`);
  if (died) await temporal.start();
  found('the Temporal server', died ? 'ended, and was started again as a launcher does' : 'went on by itself');
  const waves = traffic.askers.waves.length;
  while (traffic.askers.waves.length === waves && performance.now() - since < backMs) await delay(100);
  found('the next wave settled', `${Math.round(performance.now() - since)} ms after there was room`, performance.now() - since < backMs);
  const late = await Promise.all(all.map((id) => untilWave(stack.client, id, settled, backMs)));
  const complete = late.filter(({ outcome }) => outcome === 'complete').length;
  found('those waves then', `${complete} of ${all.length} complete`, complete === all.length);
  await delay(5_000);
  await traffic.judge(found);
}

export async function readyz({ apiUrl }: Stack): Promise<{ status: number; missing: string[]; warnings: string[] }> {
  const answer = await fetch(`${apiUrl}/readyz`);
  const body = (await answer.json()) as Record<'missing' | 'warnings', { name: string; reason: string }[]>;
  const lines = (of: { name: string; reason: string }[]): string[] => of.map(({ name, reason }) => `${name} ${reason}`);
  return { status: answer.status, missing: lines(body.missing), warnings: lines(body.warnings) };
}
