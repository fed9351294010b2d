import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@parley/client';
import type { Stack } from '../src/stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave } from '../src/wave';
import { environmentOf } from './another';
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
/** Nearly all that a draft may hold. */
const draftBytes = 60_000;
const draftPauseMs = 150;
const mostDrafts = 400;
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

  await delay(load.seconds * load.killAt * 1_000);
  const down = performance.now();
  await stack.processes.api.kill('SIGKILL');
  await stack.processes.api.start();
  found('API killed and back', `${Math.round(performance.now() - down)} ms`);
  const begin = load.slow > 0 ? await seqOf(client, spoken) : 0;
  const slow = await Promise.all(Array.from({ length: load.slow }, () => readSlowly(stack.apiUrl, key, spoken)));
  const flooded = load.slow > 0 ? flood(stack, client, spoken, load.slow) : Promise.resolve();
  await Promise.all([flooded, delay(load.seconds * (1 - load.killAt) * 1_000)]);
  await writers.stop();
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
    client: Client;
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

/** A turn that says much, told by its host, until whoever does not read has been cut off. */
async function flood(stack: Stack, client: Client, conversationId: string, readers: number): Promise<void> {
  const body = scripted('Say much.', { lead: { text: 'Parcels.', hang: true } });
  const waveId = await ask(client, { conversationId, body, policy: 'direct' });
  const wave = await untilWave(client, waveId, inTurn('answer'));
  const token = environmentOf(stack.processes.host.pid)['HOST_TOKEN'] ?? '';
  const host = createClient({ baseUrl: stack.apiUrl, headers: { authorization: `Bearer ${token}` } });
  const job = wave.jobs[0]!;
  for (let n = 0; n < mostDrafts && (await closedSlow(stack.apiUrl)) < readers; n += 1) {
    const text = String.fromCharCode(97 + (n % 26)).repeat(draftBytes);
    await host.call('postDraft', {
      params: { jobId: job.id, attempt: job.attempt },
      body: { seq: 1_000 + n, text, truncated: false, progress: null },
    });
    // One read of the API for each: it tells what is newest, and what came in between is not told.
    await delay(draftPauseMs);
  }
  await client.call('stopWave', { params: { id: waveId }, body: { stopId: 'enough' } });
  await untilWave(client, waveId, settled);
}

async function firstCursor(client: Client): Promise<string> {
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    client.events({ signal: ended.signal, onEvent: (event) => event.kind === 'ready' && (resolve(event.id), ended.abort()) }).catch(reject);
  });
}

/** The number of the last event of a conversation. */
async function seqOf(client: Client, id: string): Promise<number> {
  return (await client.call('getConversation', { params: { id } })).eventSeq;
}

async function closedSlow(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  return Number(/^parley_sse_closed_total\{reason="slow_reader"\} (\d+)/m.exec(text)?.[1] ?? 0);
}
