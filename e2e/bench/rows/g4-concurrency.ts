import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { count, type Line } from '../compare';
import { memoryOf } from '../memory';
import { question, waveIdOf, watchWaves } from '../waves';

/** A wave in each of 200 conversations at once, one host with two slots. */
export async function concurrency({ stack, http, quick }: Bench): Promise<Line[]> {
  const waves = quick ? 10 : 200;
  const watch = await watchWaves(stack.client);
  const conversations: string[] = [];
  for (let i = 0; i < waves; i += 1) conversations.push(await newConversation(stack.client, `conversation ${i}`));
  const round = async (): Promise<number> => {
    const began = steadyMs();
    const ids = await Promise.all(
      conversations.map(async (id) =>
        waveIdOf(await http.send('POST', `/v1/conversations/${id}/messages`, question({ policy: 'direct', body: 'Which?' }))),
      ),
    );
    await Promise.all(ids.map((id) => watch.settled(id)));
    return steadyMs() - began;
  };
  // The first rounds fill caches and heaps to what they hold: Node gives memory back late.
  for (let i = 0; i < (quick ? 1 : 3); i += 1) await round();
  const before = memoryOf(stack);
  const times = [await round(), await round()];
  const after = memoryOf(stack);
  await watch.close();
  const rates = times.map((ms) => (waves * 60_000) / ms);
  const growth = Object.entries(after).map(([name, mib]) => `${name} ${before[name]?.toFixed(0)} → ${mib.toFixed(0)}`);
  return [
    count({ row: 'G4', what: `${waves} waves at once, one host of two slots`, measure: 'waves a minute', values: rates }),
    count({
      ...{ row: 'G4', what: 'memory of the fastest growing process', measure: '÷ before' },
      values: [Math.max(...Object.entries(after).map(([name, mib]) => mib / (before[name] ?? mib)))],
      atMost: 1.25,
      note: `MiB, after three rounds and after two more: ${growth.join(', ')}`,
    }),
  ];
}
