import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswerError, ProblemError } from '@parley/client';
import type { Stack } from '../src/stack';
import { readyz } from './full-temporal';
import { defectsIn } from './defects';
import type { reporter } from './report';
import type { SmallDisk } from './small-disk';
import { startTraffic } from './traffic';

const fullMs = 15_000;
const backMs = 60_000;

/** The database can store nothing for a while: writers are told so, and what was accepted is there afterwards. */
export async function fillPostgres(stack: Stack, disk: SmallDisk, { found }: ReturnType<typeof reporter>): Promise<void> {
  const postgres = stack.processes.postgres!;
  await postgres.kill();
  disk.take(join(stack.folder, 'postgres'));
  await postgres.start();
  // Long notes, so that new pages are needed at once.
  const traffic = await startTraffic(stack, { client: stack.client, patienceMs: 150_000, noteBytes: 20_000 });
  await delay(5_000);
  const pid = postgres.pid;
  disk.fill();
  await delay(fullMs);
  found('a note without room', await refusal(stack));
  const { status, missing } = await readyz(stack);
  found('readyz of the API', `${status} ${missing.join('; ')}`, status === 503 && missing.some((name) => name.startsWith('postgres')));
  disk.empty();
  const since = performance.now();
  const died = !existsSync(`/proc/${pid}/exe`);
  if (died) await postgres.start();
  found('the PostgreSQL server', died ? 'ended, and was started again as a launcher does' : 'went on by itself');
  const accepted = traffic.writers.accepted.length;
  while (traffic.writers.accepted.length === accepted && performance.now() - since < backMs) await delay(50);
  found('the next note accepted', `${Math.round(performance.now() - since)} ms after there was room`, performance.now() - since < backMs);
  await delay(5_000);
  const after = await readyz(stack);
  found('readyz with room again', `${after.status} ${after.missing.join('; ')}`, after.status === 200);
  await traffic.judge(found);
  const defects = defectsIn(stack.processes.api);
  found('errors that are none of the database', defects.length === 0 ? 'none' : defects.join('; '), defects.length === 0);
}

/** What a person is told whose note cannot be stored. */
async function refusal({ client }: Stack): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1)
    try {
      await client.call('createConversation', { body: { clientId: `full-${tries}`, title: 'x'.repeat(400) } }, { timeoutMs: 5_000 });
    } catch (error) {
      if (error instanceof ProblemError) return `${error.problem.status} ${error.problem.code}: ${error.problem.detail}`;
      if (!(error instanceof NoAnswerError)) throw error;
    }
  return 'it is stored all the same';
}
