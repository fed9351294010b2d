import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../src/stack';
import { defectsIn } from './defects';
import type { reporter } from './report';
import { startTraffic } from './traffic';

interface Restarts {
  /** SIGINT: PostgreSQL's fast shutdown; SIGTERM: the smart one, which waits for its clients; SIGKILL: a crash. */
  signals: readonly NodeJS.Signals[];
  /** How long it stays away. */
  awayMs: number;
  betweenMs: number;
}

const smartPatienceMs = 2_000;
/** From the moment the server is ready again. */
const mayTakeMs = 5_000;

export async function restartPostgres(
  stack: Stack,
  { signals, awayMs, betweenMs }: Restarts,
  { found }: ReturnType<typeof reporter>,
): Promise<void> {
  const postgres = stack.processes.postgres!;
  const traffic = await startTraffic(stack, { client: stack.client });
  for (const signal of signals) {
    await delay(betweenMs);
    if (signal === 'SIGTERM') {
      // Whoever asks for the smart one waits until everybody has left, and asks for the fast one then.
      process.kill(postgres.pid, signal);
      await delay(smartPatienceMs);
      await postgres.kill('SIGINT');
    } else await postgres.kill(signal);
    await delay(awayMs);
    const ready = await fetch(`${stack.apiUrl}/readyz`);
    const missing = ((await ready.json()) as { missing: { name: string; reason: string }[] }).missing.map(
      ({ name, reason }) => `${name} ${reason}`,
    );
    found(
      `readyz while the database is away (${signal})`,
      `${ready.status} ${missing.join(', ')}`,
      ready.status === 503 && missing[0]?.startsWith('postgres') === true,
    );
    await postgres.start();
    const began = performance.now();
    while (!(await stack.client.call('getSession', undefined, { timeoutMs: 2_000 }).catch(() => null))) await delay(50);
    const ms = Math.round(performance.now() - began);
    found(`served again after ${signal}`, `${ms} ms`, ms < mayTakeMs);
  }
  await delay(betweenMs);
  await traffic.judge(found);
  const defects = defectsIn(stack.processes.api);
  found('errors that are none of the database', defects.length === 0 ? 'none' : defects.join('; '), defects.length === 0);
}
