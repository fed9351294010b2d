import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@parley/client';
import type { Stack } from '../src/stack';
import { newConversation, type Policy, type Wave } from '../src/wave';
import { type Askers, keepAsking } from './asker';
import { percentile, read, type Reader } from './reader';
import type { reporter } from './report';
import { missingOf, refusalsOf, write, type Writers } from './writer';

export interface TrafficOptions {
  client: Client;
  writers?: number;
  writePauseMs?: number;
  noteBytes?: number;
  readers?: number;
  askers?: number;
  askPauseMs?: number;
  delayMs?: number;
  policies?: readonly Policy[];
  patienceMs?: number;
}
export interface Traffic {
  writers: Writers;
  askers: Askers;
  readers: readonly Reader[];
  /** Ends it, waits for what was begun, and says whether anything was lost, doubled or left open. */
  judge(found: ReturnType<typeof reporter>['found'], expected?: Expected): Promise<void>;
}
export interface Expected {
  /** Waves that may end otherwise than complete; none, unless it is said. */
  mayFail?: (wave: Wave) => boolean;
  /** Refusals beside `no answer` and 503. */
  mayRefuse?: readonly string[];
}

const catchUpMs = 30_000;

/** People who write, ask and read while something is done to the installation. */
export async function startTraffic(stack: Stack, options: TrafficOptions): Promise<Traffic> {
  const { client, policies = ['direct', 'panel', 'team'], patienceMs = 90_000, delayMs = 400 } = options;
  const make = (count: number, title: string): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => newConversation(client, `${title} ${n}`)));
  const noted = await make(4, 'Notes');
  const asked = await make(options.askers ?? 3, 'Questions');
  const all = [...noted, ...asked];
  const seqs = async (): Promise<Map<string, number>> =>
    new Map(await Promise.all(all.map(async (id) => [id, (await client.call('getConversation', { params: { id } })).eventSeq] as const)));
  const seen = await seqs();
  const after = await here(client);
  const readers = Array.from({ length: options.readers ?? 4 }, () => read({ client, after, seen }));
  const begun = startsOf(stack).length;
  const writers = write({
    clients: [client],
    conversationIds: noted,
    count: options.writers ?? 4,
    pauseMs: options.writePauseMs ?? 250,
    noteBytes: options.noteBytes,
  });
  const askers = keepAsking({ client, conversationIds: asked, policies, delayMs, pauseMs: options.askPauseMs ?? 100, patienceMs });

  return {
    ...{ writers, askers, readers },
    async judge(found, { mayFail = () => false, mayRefuse = [] } = {}) {
      await Promise.all([writers.stop(), askers.stop()]);
      const end = await seqs();
      const behind = (): number => readers.filter((reader) => all.some((id) => reader.seen.get(id) !== end.get(id))).length;
      for (const until = Date.now() + catchUpMs; behind() > 0 && Date.now() < until;) await delay(100);
      const late = behind();
      await Promise.all(readers.map((reader) => reader.stop()));

      const faults = readers.flatMap((reader) => reader.faults);
      found('readers that did not get everything', late, late === 0);
      found('gaps, repetitions, wrong order', faults.length === 0 ? 'none' : faults.slice(0, 3).join('; '), faults.length === 0);
      const lost = await missingOf(client, writers);
      const times = writers.accepted.map(({ ms }) => ms);
      found('notes', `${times.length} accepted, p50 ${Math.round(percentile(times, 0.5))} ms, longest ${Math.round(writers.longestMs)} ms`);
      found('accepted and lost or doubled', lost.length === 0 ? 0 : lost.slice(0, 3).join('; '), lost.length === 0);
      const allowed = new Set(['no answer', '503 unavailable', ...mayRefuse]);
      for (const [who, refusals] of [
        ['writers', writers],
        ['askers', askers],
      ] as const)
        found(
          `refusals of ${who}`,
          refusalsOf(refusals),
          [...refusals.refusals.keys()].every((code) => allowed.has(code)),
        );
      judgeWaves(askers, found, mayFail);
      const repeated = repeats(startsOf(stack).slice(begun));
      found('turns that the provider began twice', repeated.length === 0 ? 0 : repeated.join('; '), repeated.length === 0);
    },
  };
}

function judgeWaves({ waves, asked }: Askers, found: ReturnType<typeof reporter>['found'], mayFail: (wave: Wave) => boolean): void {
  const times = waves.map(({ createdAt, settledAt }) => new Date(settledAt ?? Date.now()).getTime() - new Date(createdAt).getTime());
  const open = waves.filter(({ state }) => state !== 'settled');
  const failed = waves.filter((wave) => wave.state === 'settled' && wave.outcome !== 'complete');
  found(
    'waves',
    `${waves.length} of ${asked.size} settled, p50 ${percentile(times, 0.5)} ms, longest ${Math.max(0, ...times)} ms`,
    waves.length === asked.size,
  );
  found('waves left open', open.length === 0 ? 0 : open.map(describe).join('; '), open.every(mayFail));
  found('waves that did not end complete', failed.length === 0 ? 0 : failed.map(describe).join('; '), failed.every(mayFail));
}

const describe = (wave: Wave): string =>
  `${wave.policy} ${wave.state} ${wave.outcome ?? wave.waitingFor?.code ?? ''} (${wave.jobs.map((job) => `${job.role} ${job.state} ${job.error?.code ?? ''}`.trim()).join(', ')})`;

/** Jobs in the order in which the provider began them. */
const startsOf = (stack: Stack): string[] =>
  readFileSync(stack.scriptedLog, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('started ') ? [line.split(' ')[1]!] : []));

const repeats = (jobs: readonly string[]): string[] => [...new Set(jobs.filter((job, at) => jobs.indexOf(job) !== at))];

/** The place of this moment in the stream. */
export async function here(client: Client): Promise<string> {
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    client.events({ signal: ended.signal, onEvent: (event) => event.kind === 'ready' && (resolve(event.id), ended.abort()) }).catch(reject);
  });
}
