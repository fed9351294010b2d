import { newConversation, type Policy } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { count, type Line } from '../compare';
import { processorMs } from '../cpu';
import { memoryOf } from '../memory';
import { median } from '../statistics';
import { question, waveIdOf, type WaveWatch, watchWaves } from '../waves';

/** Unsettled waves of one conversation are limited; so many are kept in flight. */
const inFlight = 6;
/** A Team wave adds two messages, so that the window of a prompt is full after so many. */
const windowWaves = 40;

interface Run {
  what: string;
  policy: Policy;
  waves: number;
  conversations: number;
  /** Several conversations at once give a rate, one alone gives the time of a wave. */
  atOnce: number;
}

/** Waves of empty turns by the thousand: whether the last ones take as long as the first, and what the processes hold by then. */
export async function flatness({ stack, http, quick, share: asked, say }: Bench): Promise<Line[]> {
  const share = quick ? 0.02 : asked;
  const runs: readonly Run[] = [
    { what: 'Team waves in one conversation', policy: 'team', waves: 1_000 * share, conversations: 1, atOnce: 1 },
    {
      what: 'Direct waves over 200 conversations',
      policy: 'direct',
      waves: 10_000 * share,
      conversations: quick ? 4 : 200,
      atOnce: inFlight,
    },
  ];
  const watch = await watchWaves(stack.client);
  const lines: Line[] = [];
  try {
    for (const run of runs) lines.push(...(await runWaves(run, watch, stack, http, say)));
  } finally {
    await watch.close();
  }
  return lines;
}

async function runWaves(run: Run, watch: WaveWatch, stack: Bench['stack'], http: Bench['http'], say: Bench['say']): Promise<Line[]> {
  const conversations: string[] = [];
  for (let i = 0; i < run.conversations; i += 1) conversations.push(await newConversation(stack.client, `flat ${i}`));
  const one = async (conversationId: string): Promise<number> => {
    const began = steadyMs();
    const sent = await http.send('POST', `/v1/conversations/${conversationId}/messages`, question({ policy: run.policy, body: 'Which?' }));
    return (await watch.settled(waveIdOf(sent))) - began;
  };
  // The memory of a young process is no measure: its caches fill with the first tenth.
  const tenth = Math.max(1, Math.floor(run.waves / 10));
  const perTenth: { ms: number; seconds: number; memory: Record<string, number>; processor: Record<string, number> }[] = [];
  const { api, orchestrator, host, temporal, postgres } = stack.processes;
  const pids = { api: api.pid, orchestrator: orchestrator.pid, host: host.pid, temporal: temporal.pid, postgres: postgres?.pid ?? 0 };
  let next = 0;
  for (let part = 0; part < 10; part += 1) {
    const began = steadyMs();
    const before = processorMs(pids);
    const times: number[] = [];
    let left = tenth;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        next += 1;
        times.push(await one(conversations[next % conversations.length]!));
      }
    };
    await Promise.all(Array.from({ length: run.atOnce }, lane));
    const seconds = (steadyMs() - began) / 1_000;
    const after = processorMs(pids) ?? {};
    const processor = Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, Math.round((ms - before![name]!) / tenth)]));
    perTenth.push({ ms: median(times), seconds, memory: memoryOf(stack), processor });
    const each = Object.entries(processor).map(([name, ms]) => `${name} ${ms}`);
    say(
      `${(part + 1) * tenth} ${run.what}: ${(tenth / seconds).toFixed(1)} waves/s, p50 ${median(times).toFixed(0)} ms; processor ms a wave: ${each.join(', ')}`,
    );
  }
  // A prompt holds the newest 80 messages, so a young conversation's waves are shorter: its window must be full before they can be compared.
  const base = run.conversations === 1 ? Math.min(8, Math.max(1, Math.ceil(windowWaves / tenth))) : 1;
  const second = perTenth[base];
  const last = perTenth.at(-1)!;
  const of = { row: 'flat', what: `${tenth * 10} ${run.what}` };
  const spent = Object.entries(last.processor).map(([name, ms]) => `${name} ${second!.processor[name]} → ${ms}`);
  const held = Object.entries(last.memory).map(([name, mib]) => `${name} ${second!.memory[name]?.toFixed(0)} → ${mib.toFixed(0)}`);
  return [
    count({
      ...{ ...of, measure: `last tenth ÷ ${base + 1}.` },
      values: [last.ms / second!.ms],
      atMost: 1.25,
      note: `p50 ${second!.ms.toFixed(0)} → ${last.ms.toFixed(0)} ms, ${(tenth / second!.seconds).toFixed(1)} → ${(tenth / last.seconds).toFixed(1)} waves/s; processor ms a wave ${spent.join(', ')}; MiB ${held.join(', ')}`,
    }),
    ...Object.entries(last.memory).map(([name, mib]) =>
      count({
        ...of,
        what: `${of.what}: memory of ${name}`,
        measure: `MiB, tenth ${base + 1} to last`,
        values: [second!.memory[name] ?? NaN, mib],
      }),
    ),
  ];
}
