import { randomUUID } from 'node:crypto';
import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, type Block, compare, count, type Line } from '../compare';
import { processorMs } from '../cpu';
import { startFloorWorkers } from '../floor/start-floor';
import type { Begun } from '../floor/workflows';
import { withConcern } from '../model';
import { median } from '../statistics';
import { type EmptyWave, question, waveIdOf, watchWaves } from '../waves';

interface Shape {
  what: string;
  wave: EmptyWave;
  workflow: string;
  args: unknown[];
}

const ask = 'Which option should we take?';
const shapes: readonly Shape[] = [
  { what: 'Direct', wave: { policy: 'direct', body: ask }, workflow: 'bareDirect', args: [] },
  { what: 'Panel of 3', wave: { policy: 'panel', body: ask }, workflow: 'barePanel', args: [] },
  { what: 'Team', wave: { policy: 'team', body: ask }, workflow: 'bareTeam', args: [false] },
  { what: 'Team that corrects', wave: { policy: 'team', body: `${ask} ${withConcern}` }, workflow: 'bareTeam', args: [true] },
];

/** What one wave took, from before its request was sent. */
interface Times {
  wall: number;
  toTurn: number;
  toFirst: number;
}

interface Measured {
  blocks: { ours: Times[]; floor: Times[] }[];
  /** Processor time of each process in each block of an arm, all its waves together. */
  processor: Record<'ours' | 'floor', Record<string, number>[]>;
}

async function eachShape(bench: Bench, chosen: readonly Shape[], atOnce: number): Promise<Map<Shape, Measured>> {
  const { stack, http, model, temporal, blocks, say } = bench;
  const floor = await startFloorWorkers(stack.temporalAddress);
  const watch = await watchWaves(stack.client);
  const inParley = async ({ wave }: Shape): Promise<Times[]> => {
    const conversationId = await newConversation(stack.client, 'waves');
    const times: Times[] = [];
    for (let i = 0; i < atOnce; i += 1) {
      const calls = model.arrivals.length;
      const began = steadyMs();
      const waveId = waveIdOf(await http.send('POST', `/v1/conversations/${conversationId}/messages`, question(wave)));
      const wall = (await watch.settled(waveId)) - began;
      const toTurn = model.arrivals[calls]! - began;
      times.push({ wall, toTurn, toFirst: toTurn });
    }
    return times;
  };
  const bare = async ({ workflow, args }: Shape): Promise<Times[]> => {
    const times: Times[] = [];
    for (let i = 0; i < atOnce; i += 1) {
      const began = steadyMs();
      const { first, turn } = (await temporal.workflow.execute(workflow, {
        ...{ taskQueue: 'floor.waves', workflowId: `bare/${randomUUID()}`, args },
      })) as Begun;
      times.push({ wall: steadyMs() - began, toTurn: turn - began, toFirst: first - began });
    }
    return times;
  };
  try {
    const measured = new Map<Shape, Measured>();
    const { api, orchestrator, host, temporal: server, postgres } = stack.processes;
    const pids = {
      ...{ api: api.pid, orchestrator: orchestrator.pid, host: host.pid, Temporal: server.pid, PostgreSQL: postgres?.pid ?? 0 },
      ...floor.pids,
    };
    for (const shape of chosen) {
      say(shape.what);
      const kept: { ours: Times[][]; floor: Times[][] } = { ours: [], floor: [] };
      const processor: Measured['processor'] = { ours: [], floor: [] };
      const watched = (arm: 'ours' | 'floor', run: (shape: Shape) => Promise<Times[]>) => async (): Promise<number[]> => {
        const before = processorMs(pids);
        kept[arm].push(await run(shape));
        const after = processorMs(pids);
        if (before && after) processor[arm].push(Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]!])));
        return [];
      };
      await alternate(blocks, { ours: watched('ours', inParley), floor: watched('floor', bare) });
      measured.set(shape, { blocks: kept.ours.slice(1).map((ours, i) => ({ ours, floor: kept.floor[i + 1]! })), processor });
    }
    return measured;
  } finally {
    await watch.close();
    await floor.stop();
  }
}

const pick = (blocks: Measured['blocks'], ours: keyof Times, floor: keyof Times): Block[] =>
  blocks.map((block) => ({ ours: block.ours.map((times) => times[ours]), floor: block.floor.map((times) => times[floor]) }));

/** From the sending of the request to the event that the wave has settled, with turns that end at once, against a bare workflow of the same shape. */
export async function emptyWaves(bench: Bench): Promise<Line[]> {
  const atOnce = bench.quick ? 3 : 12;
  const measured = await eachShape(bench, shapes, atOnce);
  const targets = [
    { of: 'p50', atMost: 1.3 },
    { of: 'p95', atMost: 1.6 },
  ] as const;
  return [...measured].flatMap(([{ what }, { blocks, processor }]) => [
    ...compare({ row: 'B1b', what: `${what}, empty turns`, targets }, pick(blocks, 'wall', 'wall')),
    ...(processor.ours.length > 0 ? [processorLine(what, processor, atOnce)] : []),
  ]);
}

/** What a wave costs in processor time, which on a busy machine says more than its wall time: it is the same whoever else is working. */
function processorLine(what: string, processor: Measured['processor'], atOnce: number): Line {
  const sums = (blocks: readonly Record<string, number>[]): number[] =>
    blocks.map((block) => Object.values(block).reduce((sum, ms) => sum + ms, 0) / atOnce);
  const each = (blocks: readonly Record<string, number>[]): string =>
    Object.keys(blocks[0]!)
      .map((name) => ({ name, ms: Math.round(median(blocks.map((block) => block[name]! / atOnce))) }))
      .filter(({ ms }) => ms > 0)
      .map(({ name, ms }) => `${name} ${ms}`)
      .join(', ');
  const [ours, floor] = [sums(processor.ours.slice(1)), sums(processor.floor.slice(1))];
  return count({
    ...{ row: 'B1b', what: `${what}, processor time`, measure: 'ratio' },
    values: ours.map((ms, i) => ms / floor[i]!),
    note: `milliseconds a wave: ${each(processor.ours)}; bare: ${each(processor.floor)}`,
  });
}

/** From the sending of the request to the provider's first sight of it, against the bare workflow's activity in the same place, and against its very first. */
export async function dispatch(bench: Bench): Promise<Line[]> {
  const measured = await eachShape(bench, shapes.slice(0, 1), bench.quick ? 3 : 25);
  const targets = [
    { of: 'p50', atMost: 1.5 },
    { of: 'p95', atMost: 2 },
  ] as const;
  return [...measured.values()].flatMap(({ blocks }) => [
    ...compare({ row: 'B2', what: 'send to dispatch ÷ third activity', targets }, pick(blocks, 'toTurn', 'toTurn')),
    ...compare(
      { row: 'B2', what: 'send to dispatch ÷ first activity', targets: [{ of: 'p50' }, { of: 'p95' }] },
      pick(blocks, 'toTurn', 'toFirst'),
    ),
  ]);
}
