import { randomUUID } from 'node:crypto';
import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, type Line } from '../compare';

export const noteOf1KiB = 'n'.repeat(1024);

/** A note of one KiB over HTTP, durable when it is answered, against one INSERT of the same row that commits by itself. */
export async function append({ stack, sql, http, quick, blocks }: Bench): Promise<Line[]> {
  const atOnce = quick ? 20 : 200;
  const conversationId = await newConversation(stack.client, 'append');
  await sql`create schema if not exists bench`;
  await sql`create table bench.message (like parley.message including all)`;
  const [person] = await sql<{ id: string }[]>`select id from parley.person where role = 'owner'`;
  let ordinal = 0;
  const insert = async (): Promise<void> => {
    ordinal += 1;
    await sql`
      insert into bench.message (id, conversation_id, ordinal, author_kind, person_id, body, context_revision_id, policy, client_message_id, request_fingerprint)
      values (${`msg_${randomUUID()}`}, ${conversationId}, ${ordinal}, 'person', ${person!.id}, ${noteOf1KiB}, ${`ctx_${randomUUID()}`}, 'note', ${randomUUID()}, ${'f'.repeat(64)})`;
  };
  const post = (): Promise<string> =>
    http.send(
      'POST',
      `/v1/conversations/${conversationId}/messages`,
      JSON.stringify({ clientMessageId: randomUUID(), body: noteOf1KiB, policy: 'note' }),
    );
  const timed = (act: () => Promise<unknown>) => async (): Promise<number[]> => {
    const times: number[] = [];
    for (let i = 0; i < atOnce; i += 1) {
      const began = steadyMs();
      await act();
      times.push(steadyMs() - began);
    }
    return times;
  };
  const measured = await alternate(blocks, { ours: timed(post), floor: timed(insert) });
  const targets = [
    { of: 'p50', atMost: 3 },
    { of: 'p99', atMost: 4 },
  ] as const;
  // What is not the append: HTTP, the key that is checked, the answer.
  const readsSession = await alternate(blocks, { ours: timed(() => http.send('GET', '/v1/session')), floor: timed(insert) });
  return [
    ...compare({ row: 'B3', what: 'append a 1 KiB note', targets }, measured),
    ...compare({ row: 'B3', what: 'an answer that stores nothing', targets: [{ of: 'p50' }] }, readsSession),
  ];
}
