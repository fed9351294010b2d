import { randomUUID } from 'node:crypto';
import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, type Line } from '../compare';
import { openStream } from '../streams';
import { noteOf1KiB } from './b3-append';

const writers = 32;
const readers = 200;

/** Appends per second of 32 writers, each in a conversation of its own, with 200 streams open on these conversations, against the same without streams. */
export async function appendsWithListeners({ stack, http, quick, blocks }: Bench): Promise<Line[]> {
  const conversations = await Promise.all(Array.from({ length: writers }, (_, i) => newConversation(stack.client, `writer ${i}`)));
  const perSecond = async (): Promise<number> => {
    const began = steadyMs();
    const end = began + (quick ? 500 : 4_000);
    let appended = 0;
    await Promise.all(
      conversations.map(async (conversationId) => {
        while (steadyMs() < end) {
          const body = JSON.stringify({ clientMessageId: randomUUID(), body: noteOf1KiB, policy: 'note' });
          await http.send('POST', `/v1/conversations/${conversationId}/messages`, body);
          appended += 1;
        }
      }),
    );
    return (appended * 1_000) / (steadyMs() - began);
  };
  const withStreams = async (): Promise<number[]> => {
    const headers = { authorization: `Bearer ${stack.apiKey}` };
    const streams = await Promise.all(
      Array.from({ length: readers }, (_, i) =>
        openStream({ url: `${stack.apiUrl}/v1/events?conversationId=${conversations[i % writers]}`, headers }),
      ),
    );
    const rate = await perSecond();
    streams.forEach((stream) => stream.close());
    return [rate];
  };
  const measured = await alternate(blocks, { ours: withStreams, floor: async () => [await perSecond()] });
  return compare(
    { row: 'B6', what: `${writers} writers, ${readers} streams ÷ none`, unit: 'per s', targets: [{ of: 'p50', atLeast: 0.85 }] },
    measured,
  );
}
