import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@parley/client';
import postgres from 'postgres';
import { read, type Reader } from '../load/reader';
import type { Stack } from '../src/stack';
import { newConversation, type Wave } from '../src/wave';
import type { Board, Plan } from './plan';
import { findInDatabase, findReplays, type Findings } from './records';
import { supervise } from './supervisor';
import { type Place, type Sent, untilAnswered } from './traffic';

/** A wave has settled, or asks a person, this long after the last kill: 15 s of a lost heartbeat, what follows it, and the time that a machine with too much to do needs for it. */
export const boundMs = 60_000;
const reachedMs = 30_000;
const readMs = 15_000;
const pressAgainMs = 3_000;

export interface Outcome extends Findings {
  id: string;
  /** Steps of the plan that nobody came to. */
  missed: string[];
  waves: number;
  asked: number;
  restarts: string[];
  /** From the last kill until every wave had settled or asked. */
  settledMs: number;
  /** What readers of the event stream got twice, not at all or in the wrong order. */
  reading: string[];
  faults: string[];
}
export const isClean = (outcome: Outcome): boolean =>
  [outcome.missed, outcome.replays, outcome.losses, outcome.doubles, outcome.reading, outcome.faults].every((list) => list.length === 0);

export interface Bench {
  stack: Stack;
  board: Board;
  repositoryIds: string[];
}

const names = ['direct', 'panel', 'team', 'corrected', 'stopped'] as const;

export async function newPlace(client: Client, repositoryIds: string[], title: string): Promise<Place> {
  const ids = await Promise.all(names.map((name) => untilAnswered(() => newConversation(client, `${title} ${name}`))));
  return { repositoryIds, conversations: Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Place['conversations'] };
}

/** A turn cannot be confirmed, and a person decides; a wave that was stopped before goes on being shown as stopping meanwhile. */
const asks = (wave: Wave): boolean => wave.state === 'recovery_required' || wave.waitingFor?.kind === 'recovery';
const isOver = (wave: Wave): boolean => wave.state === 'settled' || asks(wave);

/** One plan with its traffic: what happened to the waves, and what is wrong with what they left behind. */
export async function runCase(
  { stack, board, repositoryIds }: Bench,
  plan: Plan,
  traffic: (place: Place) => Promise<Sent[]>,
): Promise<Outcome> {
  const { client } = stack;
  const place = await newPlace(client, repositoryIds, plan.id);
  const conversations = Object.values(place.conversations);
  // A new conversation has told of its beginning already.
  const seen = new Map(conversations.map((id) => [id, 1]));
  const readers = conversations.map((conversationId) => read({ client, conversationId, seen }));
  const everything = read({ client, seen });
  const faults: string[] = [];
  await ready([...readers, everything]);

  board.arm(plan, stack);
  const supervisor = supervise(stack, () => board.arm(plan, stack));
  let sent: Sent[] = [];
  let asked = 0;
  let settledMs = 0;
  try {
    sent = await Promise.race([traffic(place), supervisor.failed]);
    const end = Date.now() + reachedMs;
    while (board.reached(plan).includes(null) && Date.now() < end && !(await allOver(client, sent))) await delay(50);
    await delay(100);
    const last = Math.max(...board.reached(plan).map((at) => at ?? 0), 0) || Date.now();
    const overAt = await Promise.race([untilOver(client, sent, faults), supervisor.failed]);
    settledMs = overAt - last;
    if (settledMs > boundMs) faults.push(`settled or asking after ${settledMs} ms`);
    asked = await giveUp(client, sent, faults);
  } catch (error) {
    faults.push((error as Error).message.slice(0, 300));
  }
  await supervisor.stop().catch((error: unknown) => faults.push((error as Error).message.slice(0, 300)));

  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const { losses, doubles } = await findInDatabase(sql, sent);
    const reading = await checkReaders(sql, conversations, readers, everything);
    const missed = plan.steps.filter((_, index) => board.reached(plan)[index] === null).map((step) => step.point);
    missed.push(...board.survivors(plan).map((pid) => `process ${pid} did not die`));
    if (plan.lose && board.lost(plan) < plan.lose.times) missed.push(`${plan.lose.endpoint} ${plan.lose.what}`);
    return {
      ...{ id: plan.id, missed, waves: sent.length, asked, restarts: supervisor.restarts, settledMs, losses, doubles, reading, faults },
      replays: findReplays(stack.scriptedLog),
    };
  } finally {
    await sql.end({ timeout: 2 });
    await Promise.all([...readers, everything].map((reader) => reader.stop()));
  }
}

async function ready(readers: readonly Reader[]): Promise<void> {
  for (const end = Date.now() + 10_000; readers.some((reader) => reader.cursor === undefined); await delay(20))
    if (Date.now() > end) throw new Error('a reader was not let in');
}

const waveOf = (client: Client, { waveId }: Sent): Promise<Wave> => untilAnswered(() => client.call('getWave', { params: { id: waveId } }));

async function allOver(client: Client, sent: readonly Sent[]): Promise<boolean> {
  return (await Promise.all(sent.map((one) => waveOf(client, one)))).every(isOver);
}

/** When the last wave had settled or asked. A wave behind one that asks waits for it, and that is right. */
async function untilOver(client: Client, sent: readonly Sent[], faults: string[]): Promise<number> {
  for (const end = Date.now() + boundMs + 15_000; ; await delay(100)) {
    const waves = await Promise.all(sent.map((one) => waveOf(client, one)));
    const open = waves.filter(
      (wave) => !isOver(wave) && !(wave.waitingFor?.code === 'waiting_for_predecessor' && behindOneThatAsks(wave, waves)),
    );
    if (open.length === 0) return Date.now();
    if (Date.now() > end) {
      for (const wave of open)
        faults.push(
          `not over: ${wave.policy} ${wave.state} ${wave.phase ?? ''} ${wave.waitingFor?.code ?? ''} ${wave.jobs.map((job) => `${job.role}:${job.state}:${job.delivery}`).join(',')}`,
        );
      return Date.now();
    }
  }
}
const behindOneThatAsks = (wave: Wave, waves: readonly Wave[]): boolean =>
  waves.some((other) => other.id === wave.predecessorId && asks(other));

/** A person stops what cannot be confirmed; then everything settles. How many asked. */
async function giveUp(client: Client, sent: readonly Sent[], faults: string[]): Promise<number> {
  const asking = new Map<string, { presses: number; at: number }>();
  for (const end = Date.now() + 60_000; ; await delay(150)) {
    const waves = await Promise.all(sent.map((one) => waveOf(client, one)));
    if (waves.every((wave) => wave.state === 'settled')) return asking.size;
    for (const wave of waves.filter(asks)) {
      const { presses, at } = asking.get(wave.id) ?? { presses: 0, at: 0 };
      // Each press gives up what was lost before it: a turn that is lost later needs another one.
      if (Date.now() - at < pressAgainMs) continue;
      asking.set(wave.id, { presses: presses + 1, at: Date.now() });
      const stopId = `give-up-${presses}`;
      await untilAnswered(() => client.call('stopWave', { params: { id: wave.id }, body: { stopId } }));
    }
    if (Date.now() > end) {
      faults.push(
        ...waves
          .filter((wave) => wave.state !== 'settled')
          .map((wave) => `not given up: ${wave.policy} ${wave.state} ${wave.waitingFor?.code ?? ''}`),
      );
      return asking.size;
    }
  }
}

/** Each reader has seen every event of its conversations, each once and in order. */
async function checkReaders(sql: postgres.Sql, conversations: string[], readers: readonly Reader[], everything: Reader): Promise<string[]> {
  const rows = await sql<
    { id: string; event_seq: number }[]
  >`select id, event_seq::int from parley.conversation where id = any(${conversations})`;
  const wanted = new Map(rows.map((row) => [row.id, row.event_seq]));
  const isBehind = (reader: Reader, id: string): boolean => (reader.seen.get(id) ?? 0) < (wanted.get(id) ?? 0);
  const pairs = [
    ...conversations.map((id, index) => [readers[index]!, id] as const),
    ...conversations.map((id) => [everything, id] as const),
  ];
  for (const end = Date.now() + readMs; pairs.some(([reader, id]) => isBehind(reader, id)) && Date.now() < end;) await delay(50);
  return [
    ...pairs
      .filter(([reader, id]) => isBehind(reader, id))
      .map(([reader, id]) => `not read to the end: ${id} ${reader.seen.get(id)} of ${wanted.get(id)}`),
    ...new Set([...readers, everything].flatMap((reader) => reader.faults)),
  ];
}
