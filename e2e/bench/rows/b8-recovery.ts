import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, makeBoard, type Plan, preload } from '../../kill/plan';
import { findReplays, startsIn } from '../../kill/records';
import type { Stack } from '../../src/stack';
import { ask, builtIn, inTurn, newConversation, scripted, scriptedFast, settled, untilWave, type Wave } from '../../src/wave';
import { type Bench, startBench } from '../bench';
import { count, type Line } from '../compare';

/** The heartbeat timeout of a turn. */
const heartbeatMs = 15_000;
/** What a supervisor needs to notice that a process has gone. */
const noticeMs = 500;

type Victim = 'api' | 'orchestrator' | 'host';
/** A durable write of each process, and the process that dies there. */
const points: readonly (readonly [point: string, victim: Victim])[] = [
  ['send-commit:after', 'api'],
  ['relay-start:after', 'api'],
  ['freezeContext-commit:after', 'api'],
  ['terminal-commit:after', 'api'],
  ['settleWave-commit:after', 'api'],
  ['workflow-task:after', 'orchestrator'],
  ['journal-begin:after', 'host'],
  ['journal-sending:after', 'host'],
  ['journal-acknowledged:after', 'host'],
  ['journal-terminal:after', 'host'],
];

const asks = (wave: Wave): boolean => settled(wave) || wave.state === 'recovery_required' || wave.waitingFor?.kind === 'recovery';

/** From SIGKILL at a durable write until the wave has settled or asks a person, against the heartbeat timeout that is configured. */
export async function recovery({ quick, say }: Bench): Promise<Line[]> {
  const chosen = quick ? points.slice(-1) : points;
  const byVictim = new Map<string, number[]>();
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const bench = await startBench({ quick, say, stack: { env: { NODE_OPTIONS: `--require ${preload}`, KILL_DIR: folder } } });
  const { stack } = bench;
  const board = makeBoard(folder);
  const lines: Line[] = [];
  const took = (victim: string, ms: number): void => void byVictim.set(victim, [...(byVictim.get(victim) ?? []), ms / heartbeatMs]);
  try {
    for (const [point, victim] of chosen) {
      const conversationId = await newConversation(stack.client, 'recovery');
      const plan: Plan = { id: randomUUID(), steps: [{ point, nth: 1, victims: [victim] }] };
      board.arm(plan, stack);
      const clientMessageId = randomUUID();
      const killed = whenKilled(stack, victim);
      const waveId = await untilAsked(stack, conversationId, clientMessageId);
      const at = await killed;
      await untilWave(stack.client, waveId, asks, 60_000);
      took(victim, performance.now() - at);
      say(`${point}: ${((performance.now() - at) / 1000).toFixed(1)} s`);
    }
    took('host that stays away', await withoutHost(stack));
    const turns = startsIn(stack.scriptedLog).started.length;
    const values = [findReplays(stack.scriptedLog).length];
    lines.push(count({ row: 'B8', what: 'provider requests sent twice', measure: `of ${turns}`, values, atMost: 0 }));
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    ...[...byVictim].map(([victim, values]) =>
      count({
        row: 'B8',
        what: `SIGKILL of ${victim === 'host that stays away' ? 'a' : 'the'} ${victim}`,
        measure: '÷ heartbeat timeout',
        values,
        atMost: 1.2,
      }),
    ),
    ...lines,
  ];
}

/** Starts a killed process again, as a supervisor would. Resolves with the moment of its death. */
async function whenKilled(stack: Stack, victim: Victim): Promise<number> {
  const one = stack.processes[victim];
  const { pid } = one;
  for (const end = Date.now() + 30_000; isAlive(pid); await delay(5)) if (Date.now() > end) throw new Error(`the ${victim} was not killed`);
  const at = performance.now();
  await delay(noticeMs);
  await one.start();
  return at;
}

/** As a page does: the same send again until it is answered. */
async function untilAsked(stack: Stack, conversationId: string, clientMessageId: string): Promise<string> {
  for (const end = Date.now() + 30_000; ;) {
    try {
      const body = scripted('Which?', { '*': { delayMs: 200 } });
      const responders = [{ profileId: builtIn.lead, ...scriptedFast }];
      const sent = await stack.client.call('sendMessage', {
        params: { id: conversationId },
        body: { clientMessageId, body, policy: 'direct', responders, contextRefs: [] },
      });
      return sent.wave!.id;
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(50);
    }
  }
}

/** The longest way: the host dies in a turn and does not come back while anybody waits. */
async function withoutHost(stack: Stack): Promise<number> {
  const conversationId = await newConversation(stack.client, 'recovery');
  const waveId = await ask(stack.client, { conversationId, policy: 'direct', body: scripted('Which?', { '*': { hang: true } }) });
  await untilWave(stack.client, waveId, inTurn('answer'));
  await stack.processes.host.kill('SIGKILL');
  const at = performance.now();
  await untilWave(stack.client, waveId, asks, 90_000);
  const ms = performance.now() - at;
  await stack.processes.host.start();
  return ms;
}
