import { ask, newConversation, type Policy, scripted, type Script } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, type Line } from '../compare';
import { startProvider } from '../provider';
import { watchWaves } from '../waves';

/** Every call takes two seconds and gives its text at once. */
const call = { delayMs: 2_000, chunks: 1, chunkDelayMs: 0 };
const concern = { concerns: [{ claim: 'Take the smallest step that can be undone' }] };

interface Shape {
  what: string;
  policy: Policy;
  script: Script;
  /** How many calls follow each other: a conversation never has more than two turns at once, so a Panel of three takes two rounds. */
  rounds: number[];
  atMost: number;
}
const shapes: readonly Shape[] = [
  { what: 'Direct', policy: 'direct', script: { '*': call }, rounds: [1], atMost: 1.06 },
  { what: 'Panel of 3', policy: 'panel', script: { '*': call }, rounds: [2, 1], atMost: 1.05 },
  { what: 'Team', policy: 'team', script: { '*': call }, rounds: [1, 2], atMost: 1.05 },
  { what: 'Team that corrects', policy: 'team', script: { '*': call, skeptic: { review: concern } }, rounds: [1, 2, 1], atMost: 1.05 },
];

/** With a provider that takes two seconds a call, against the same calls in the same order without Parley. */
export async function criticalPath(bench: Bench): Promise<Line[]> {
  const { stack, blocks, quick, say } = bench;
  const watch = await watchWaves(stack.client);
  const lines: Line[] = [];
  try {
    for (const { what, policy, script, rounds, atMost } of quick ? shapes.slice(0, 1) : shapes) {
      say(what);
      const body = scripted('Which option should we take?', script);
      const ours = async (): Promise<number[]> => {
        const conversationId = await newConversation(stack.client, 'critical path');
        const began = steadyMs();
        return [(await watch.settled(await ask(stack.client, { conversationId, body, policy }))) - began];
      };
      const floor = async (): Promise<number[]> => {
        const began = steadyMs();
        for (const calls of rounds) await Promise.all(Array.from({ length: calls }, () => startProvider(body).completed));
        return [steadyMs() - began];
      };
      const measured = await alternate(Math.min(blocks, 5), { ours, floor });
      lines.push(...compare({ row: 'B1a', what: `${what}, 2 s a call`, targets: [{ of: 'p50', atMost }] }, measured));
    }
  } finally {
    await watch.close();
  }
  return lines;
}
