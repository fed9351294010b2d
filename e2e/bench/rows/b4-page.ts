import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, type Line } from '../compare';

const pageSize = 50;

/** A page of 50 messages over HTTP, with the rights checked, of a conversation of 1,000,000 messages, against the raw keyset query. */
export async function readPage({ stack, sql, http, quick, blocks, say }: Bench): Promise<Line[]> {
  const size = quick ? 20_000 : 1_000_000;
  const atOnce = quick ? 20 : 150;
  const conversationId = await newConversation(stack.client, 'a long one');
  say(`writing ${size} messages`);
  await fill(sql, conversationId, size);

  const path = `/v1/conversations/${conversationId}/messages`;
  /** The cursor before a message, as a page around it gives it. */
  const cursorAt = async (ordinal: number): Promise<string> => {
    const [message] = await sql<
      { id: string }[]
    >`select id from parley.message where conversation_id = ${conversationId} and ordinal = ${ordinal}`;
    return (JSON.parse(await http.send('GET', `${path}?around=${message!.id}&limit=1`)) as { before: string }).before;
  };
  const places = Array.from({ length: 40 }, (_, i) => pageSize + 1 + Math.floor(((i * 0.618034) % 1) * (size - pageSize - 1)));
  const random = await Promise.all(places.map(async (ordinal) => ({ ordinal, cursor: await cursorAt(ordinal) })));
  const deepest = { ordinal: pageSize + 1, cursor: await cursorAt(pageSize + 1) };

  const timed = (act: (i: number) => Promise<unknown>) => async (): Promise<number[]> => {
    const times: number[] = [];
    for (let i = 0; i < atOnce; i += 1) {
      const began = steadyMs();
      await act(i);
      times.push(steadyMs() - began);
    }
    return times;
  };
  const get = (cursor?: string) => http.send('GET', `${path}?limit=${pageSize}${cursor === undefined ? '' : `&before=${cursor}`}`);
  const raw = (before: number) =>
    sql`select * from parley.message where conversation_id = ${conversationId} and ordinal < ${before} order by ordinal desc limit ${pageSize}`;
  const newest = timed(() => get());

  const targets = [{ of: 'p50', atMost: 3 }, { of: 'p95' }] as const;
  const atNewest = await alternate(blocks, { ours: newest, floor: timed(() => raw(size + 1)) });
  const atRandom = await alternate(blocks, {
    ours: timed((i) => get(random[i % random.length]!.cursor)),
    floor: timed((i) => raw(random[i % random.length]!.ordinal)),
  });
  const depth = await alternate(blocks, { ours: timed(() => get(deepest.cursor)), floor: newest });
  const of = size.toLocaleString('en');
  return [
    ...compare({ row: 'B4', what: `newest page of ${of}`, targets }, atNewest),
    ...compare({ row: 'B4', what: `random page of ${of}`, targets }, atRandom),
    ...compare({ row: 'B4', what: 'deepest page ÷ newest page', targets: [{ of: 'p50', atMost: 1.5 }] }, depth),
  ];
}

/** As a person would have written them one by one, without the events and the checks of each. */
async function fill(sql: Bench['sql'], conversationId: string, size: number): Promise<void> {
  await sql.begin(async (trx) => {
    await trx`set local session_replication_role = replica`;
    await trx`
      insert into parley.message (id, conversation_id, ordinal, author_kind, person_id, body, policy, client_message_id, request_fingerprint)
      select 'msg_' || lpad(to_hex(n), 26, '0'), ${conversationId}, n, 'person', (select id from parley.person where role = 'owner'),
        repeat('Parcels above thirty kilograms are refused. ', 6), 'note', 'bulk-' || n, repeat('f', 64)
      from generate_series(1, ${size}::int) n`;
    await trx`update parley.conversation set latest_ordinal = ${size} where id = ${conversationId}`;
  });
  await sql`vacuum analyze parley.message`;
}
