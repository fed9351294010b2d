import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../src/stack';
import { clientOf } from './addresses';
import { startAnother } from './another';
import type { reporter } from './report';
import { startTraffic } from './traffic';

export interface Rolling {
  rounds: number;
  betweenMs: number;
  /** What an agent takes before it says something: longer than any restart, so that each finds turns in their middle. */
  delayMs: number;
  /** Two APIs and two orchestrators, so that one of each is always there. */
  inPairs: boolean;
}

/** Every process is told to end and started again, one after the other, while people write and agents work. */
export async function restartAll(
  stack: Stack,
  { rounds, betweenMs, delayMs, inPairs }: Rolling,
  { found }: ReturnType<typeof reporter>,
): Promise<void> {
  const [api, orchestrator] = inPairs ? [await startAnother(stack, 'api'), await startAnother(stack, 'orchestrator')] : [];
  try {
    const client = clientOf([stack.apiUrl, ...(api ? [api.url] : [])], stack.apiKey);
    const traffic = await startTraffic(stack, { client, delayMs });
    for (let round = 1; round <= rounds; round += 1)
      for (const [name, process] of [
        ['first API', stack.processes.api],
        ['second API', api?.process],
        ['first orchestrator', stack.processes.orchestrator],
        ['second orchestrator', orchestrator?.process],
        ['host', stack.processes.host],
      ] as const) {
        if (!process) continue;
        await delay(betweenMs);
        const begun = performance.now();
        await process.kill('SIGTERM');
        const ended = performance.now();
        await process.start();
        found(`${name} restarted`, `ended in ${Math.round(ended - begun)} ms, ready ${Math.round(performance.now() - ended)} ms later`);
      }
    await delay(betweenMs);
    await traffic.judge(found);
  } finally {
    await orchestrator?.process.kill();
    await api?.process.kill();
  }
}
