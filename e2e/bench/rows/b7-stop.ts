import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ask, inTurn, newConversation, scripted, untilWave } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, count, type Line } from '../compare';
import { isGroupGone, startProvider, untilReaped } from '../provider';
import { watchWaves } from '../waves';

/** The grace between SIGTERM and SIGKILL. */
const graceMs = 3_000;
/** What an agent's command line takes to save its session and end. */
const tidyMs = 1_000;

/** From the accepted stop to the end of the process group and the settled wave, against a bare signal to the same kind of group. */
export async function stop({ stack, blocks, quick }: Bench): Promise<Line[]> {
  const watch = await watchWaves(stack.client);
  const ours = (act: object) => async (): Promise<number[]> => {
    const conversationId = await newConversation(stack.client, 'stop');
    const waveId = await ask(stack.client, {
      conversationId,
      policy: 'direct',
      body: scripted('Hold on.', { '*': { hang: true, ...act } }),
    });
    await untilWave(stack.client, waveId, inTurn('answer'));
    const group = groupOf(stack.processes.host.pid);
    await stack.client.call('stopWave', { params: { id: waveId }, body: { stopId: randomUUID() } });
    const accepted = steadyMs();
    const settled = await watch.settled(waveId);
    if (!isGroupGone(group)) throw new Error('the wave settled before its process group was gone');
    return [settled - accepted];
  };
  const floor = (act: object) => async (): Promise<number[]> => {
    const { child, acknowledged } = startProvider(scripted('Hold on.', { '*': { hang: true, ...act } }));
    await acknowledged;
    const began = steadyMs();
    process.kill(-child.pid!, 'SIGTERM');
    await untilReaped(child.pid!);
    return [steadyMs() - began];
  };
  try {
    const atOnce = await alternate(Math.min(blocks, 5), { ours: ours({}), floor: floor({}) });
    const tidy = await alternate(Math.min(blocks, 5), { ours: ours({ tidyMs }), floor: floor({ tidyMs }) });
    const stubborn: number[] = [];
    for (let i = 0; i < (quick ? 1 : 5); i += 1) stubborn.push(...(await ours({ ignoreSigterm: true, grandchild: true })()));
    return [
      ...compare({ row: 'B7', what: `stop, child takes ${tidyMs / 1000} s to end`, targets: [{ of: 'p50', atMost: 1.5 }] }, tidy),
      ...compare({ row: 'B7', what: 'stop, child ends at once', targets: [{ of: 'p50' }] }, atOnce),
      count({
        ...{ row: 'B7', what: 'stop, child and grandchild ignore SIGTERM', measure: `÷ grace of ${graceMs / 1000} s` },
        values: stubborn.map((ms) => ms / graceMs),
        atMost: 1.1,
      }),
    ];
  } finally {
    await watch.close();
  }
}

/** The process group of the one turn that this host runs. */
function groupOf(host: number): number {
  const rows = execFileSync('ps', ['-eo', 'ppid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
  const own = rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .find((row) => Number(row?.[1]) === host && row?.[3]?.includes('scripted-provider'));
  if (!own) throw new Error('the host runs no provider');
  return Number(own[2]);
}
