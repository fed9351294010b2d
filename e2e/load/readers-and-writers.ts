import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../src/stack';
import { ask, newConversation, scripted, settled, untilWave } from '../src/wave';
import { watchMemory } from './memory';
import { makeMember } from './people';
import { percentile, read } from './reader';
import type { reporter } from './report';
import { readSlowly } from './slow-reader';
import { missingOf, refusalsOf, write } from './writer';

export interface Load {
  readers: number;
  /** Of the readers, how many read everything and not one conversation. */
  general: number;
  writers: number;
  pauseMs: number;
  seconds: number;
  conversations: number;
  /** Clients that stop reading; 0: none, and no agent speaks. */
  slow: number;
  /** When the API is killed, as a share of the time. */
  killAt: number;
}

const catchUpMs = 60_000;
/** Of the API's memory between the beginning and the end. */
const mayGrow = 1.25;

/** People who read and people who write, for a while, with an API that is killed once. */
export async function readAndWrite(stack: Stack, load: Load, { found }: ReturnType<typeof reporter>): Promise<void> {
  const { key, client } = await makeMember(stack, 'load');
  const conversationIds = await Promise.all(Array.from({ length: load.conversations }, (_, n) => newConversation(client, `Load ${n}`)));
  const spoken = await newConversation(client, 'Spoken');
  // From a place before everything, so that also what was written while a reader came is counted.
  const start = await firstCursor(client);
  const seen = new Map<string, number>(
    await Promise.all([...conversationIds, spoken].map(async (id) => [id, await seqOf(client, id)] as const)),
  );
  const readers = Array.from({ length: load.readers }, (_, n) => {
    const conversationId = n < load.general ? undefined : conversationIds[n % conversationIds.length];
    return read({ client, after: start, seen, ...(conversationId ? { conversationId } : {}) });
  });
  const memory = watchMemory(() => stack.processes.api.pid);
  const writers = write({ clients: [client], conversationIds, count: load.writers, pauseMs: load.pauseMs });
  const speaking = new AbortController();
  const spoke = load.slow > 0 ? speak(client, spoken, speaking.signal) : Promise.resolve();

  await delay(load.seconds * load.killAt * 1_000);
  const down = performance.now();
  await stack.processes.api.kill('SIGKILL');
  await stack.processes.api.start();
  found('API killed and back', `${Math.round(performance.now() - down)} ms`);
  const begin = load.slow > 0 ? await seqOf(client, spoken) : 0;
  const slow = await Promise.all(Array.from({ length: load.slow }, () => readSlowly(stack.apiUrl, key, spoken)));
  await delay(load.seconds * (1 - load.killAt) * 1_000);
  speaking.abort();
  await Promise.all([writers.stop(), spoke]);
  const { first, last, peak } = memory.stop();

  const end = new Map<string, number>(
    await Promise.all([...conversationIds, spoken].map(async (id) => [id, await seqOf(client, id)] as const)),
  );
  const behind = (): number =>
    readers.filter((reader, n) =>
      (n < load.general ? [...conversationIds, spoken] : [conversationIds[n % conversationIds.length]!]).some(
        (id) => reader.seen.get(id) !== end.get(id),
      ),
    ).length;
  for (const until = Date.now() + catchUpMs; behind() > 0 && Date.now() < until;) await delay(100);
  const late = behind();
  await Promise.all(readers.map((reader) => reader.stop()));

  const faults = readers.flatMap((reader) => reader.faults);
  const lags = readers.flatMap((reader) => [...reader.lagsMs]);
  const events = readers.reduce((sum, reader) => sum + reader.events, 0);
  found('readers that did not get everything', late, late === 0);
  found(
    'gaps, repetitions, wrong order',
    faults.length === 0 ? 'none' : `${faults.length}: ${faults.slice(0, 3).join('; ')}`,
    faults.length === 0,
  );
  found(
    'events delivered',
    `${events}, ${Math.round(events / load.seconds)} a second, over ${readers.reduce((sum, one) => sum + one.connections, 0)} connections`,
  );
  found('lag', `p50 ${percentile(lags, 0.5)} ms, p99 ${percentile(lags, 0.99)} ms`);
  found('written', `${writers.accepted.length}, longest answer ${Math.round(writers.longestMs)} ms`);
  const lost = await missingOf(client, writers);
  found('accepted and lost or doubled', lost.length, lost.length === 0);
  found(
    'refusals',
    refusalsOf(writers),
    [...writers.refusals.keys()].every((code) => code === 'no answer' || code === '503 unavailable'),
  );
  found('memory of the API', `${first} → ${last} MiB, peak ${peak}`, load.seconds < 60 || last <= first * mayGrow);
  if (load.slow > 0) await slowOnes(stack, { client, spoken, slow, begin: new Map([[spoken, begin]]), end }, found);
}

type Slow = Awaited<ReturnType<typeof readSlowly>>;
async function slowOnes(
  stack: Stack,
  parts: {
    client: Parameters<typeof read>[0]['client'];
    spoken: string;
    slow: Slow[];
    begin: Map<string, number>;
    end: Map<string, number>;
  },
  found: ReturnType<typeof reporter>['found'],
): Promise<void> {
  const { client, spoken, slow, begin, end } = parts;
  const cut = await closedSlow(stack.apiUrl);
  found('slow readers cut off, as the API says', `${cut} of ${slow.length}`, cut === slow.length);
  const left = await Promise.all(slow.map((one) => one.resume()));
  const again = left.map(({ cursor, seen }) => read({ client, conversationId: spoken, after: cursor, seen: new Map([...begin, ...seen]) }));
  const complete = (): number => again.filter((reader) => reader.seen.get(spoken) === end.get(spoken)).length;
  for (const until = Date.now() + catchUpMs; complete() < again.length && Date.now() < until;) await delay(100);
  await Promise.all(again.map((reader) => reader.stop()));
  const faults = again.flatMap((reader) => reader.faults);
  found(
    'slow readers that came back and lost nothing',
    `${complete()} of ${slow.length}`,
    complete() === slow.length && faults.length === 0,
  );
}

/** Agents that say much, so that whoever does not read has much unread. */
async function speak(client: Parameters<typeof read>[0]['client'], conversationId: string, ended: AbortSignal): Promise<void> {
  const text = 'Words that nobody reads. '.repeat(2_400);
  while (!ended.aborted) {
    const body = scripted('Say much.', { '*': { text, chunks: 20, chunkDelayMs: 60 } });
    try {
      const waveId = await ask(client, { conversationId, body, policy: 'panel' });
      await untilWave(client, waveId, settled, 60_000);
    } catch {
      // The API is away for a moment; what this conversation holds is compared at the end.
      await delay(500);
    }
  }
}

async function firstCursor(client: Parameters<typeof read>[0]['client']): Promise<string> {
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    client.events({ signal: ended.signal, onEvent: (event) => event.kind === 'ready' && (resolve(event.id), ended.abort()) }).catch(reject);
  });
}

/** The number of the last event of a conversation. */
async function seqOf(client: Parameters<typeof read>[0]['client'], id: string): Promise<number> {
  return (await client.call('getConversation', { params: { id } })).eventSeq;
}

async function closedSlow(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  return Number(/^parley_sse_closed_total\{reason="slow_reader"\} (\d+)/m.exec(text)?.[1] ?? 0);
}
