import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, count, type Line } from '../compare';
import { startFloor } from '../floor/start-floor';
import { openStream, type Stream } from '../streams';

const channel = 'parley_doorbell';

/** One event as the API writes it, and the ring, in one statement that commits by itself: both arms hear of the same commit in the same way. */
async function commitEvent(sql: Bench['sql'], conversationId: string): Promise<number> {
  const [row] = await sql<{ seq: number }[]>`
    with counted as (
      update parley.conversation set event_seq = event_seq + 1, event_xid = greatest(event_xid, pg_current_xact_id())
      where id = ${conversationId} returning id, event_seq, event_xid
    ), written as (
      insert into parley.conversation_event (conversation_id, seq, type, payload, xid)
      select id, event_seq, 'message.created', '{"messageId": "msg_00000000000000000000000000"}', event_xid from counted returning seq
    )
    select seq::int, pg_notify(${channel}, 'bench events= seq=' || seq) from written`;
  return row!.seq;
}

interface Arrivals {
  streams: Stream[];
  /** When the event with this number reached each stream. */
  all(seq: number): Promise<number[]>;
}

async function openAll(count: number, url: string, headers: Record<string, string>): Promise<Arrivals> {
  const times = new Map<number, number[]>();
  let wake = (): void => undefined;
  const onSeq = (seq: number, at: number): void => {
    const of = times.get(seq);
    if (of) of.push(at);
    else times.set(seq, [at]);
    wake();
  };
  const streams: Stream[] = [];
  for (let i = 0; i < count; i += 50)
    streams.push(...(await Promise.all(Array.from({ length: Math.min(50, count - i) }, () => openStream({ url, headers, onSeq })))));
  return {
    streams,
    async all(seq) {
      const end = Date.now() + 20_000;
      while ((times.get(seq)?.length ?? 0) < count) {
        if (Date.now() > end) throw new Error(`event ${seq} reached ${times.get(seq)?.length ?? 0} of ${count} streams`);
        await new Promise<void>((done) => {
          const timer = setTimeout(done, 1_000);
          wake = () => (clearTimeout(timer), done());
        });
      }
      return times.get(seq)!;
    },
  };
}

/** From the sending of the statement whose commit rings the bell to the event at every client. */
export async function liveLag(bench: Bench): Promise<Line[]> {
  const { stack, sql, quick, blocks, say } = bench;
  const conversationId = await newConversation(stack.client, 'live');
  const floor = await startFloor('fan-out.ts', stack.databaseUrl, channel, conversationId);
  const url = `${stack.apiUrl}/v1/events?conversationId=${conversationId}`;
  const headers = { authorization: `Bearer ${stack.apiKey}` };
  const arm = (streams: number, events: number, at: string, send: Record<string, string>) => async (): Promise<number[]> => {
    const open = await openAll(streams, at, send);
    const lags: number[] = [];
    // The first events warm this arm's connections.
    for (let i = -3; i < events; i += 1) {
      const began = steadyMs();
      const arrived = await open.all(await commitEvent(sql, conversationId));
      if (i >= 0) lags.push(...arrived.map((time) => time - began));
    }
    open.streams.forEach((stream) => stream.close());
    return lags;
  };
  const lines: Line[] = [];
  const targets = [
    { of: 'p50', atMost: 1.5 },
    { of: 'p99', atMost: 2 },
  ] as const;
  try {
    for (const [streams, events] of [
      [1, 150],
      [50, 60],
      [500, 20],
    ] as const) {
      say(`${streams} streams`);
      const many = quick ? 5 : events;
      const measured = await alternate(blocks, {
        ours: arm(streams, many, url, headers),
        floor: arm(streams, many, `http://127.0.0.1:${floor.said}/`, {}),
      });
      lines.push(...compare({ row: 'B5', what: `live lag, ${streams} ${streams === 1 ? 'stream' : 'streams'}`, targets }, measured));
    }
  } finally {
    await floor.stop();
  }
  return [...lines, await reconnects(bench, conversationId, url, headers)];
}

/** Streams that lose their connections again and again while events are written: what each of them saw in the end. */
async function reconnects({ sql, quick }: Bench, conversationId: string, url: string, headers: Record<string, string>): Promise<Line> {
  const open = await openAll(20, url, headers);
  const first = await commitEvent(sql, conversationId);
  let newest = first;
  for (let i = 0; i < (quick ? 40 : 300); i += 1) {
    if (i % 5 === 0) void open.streams[(i / 5) % open.streams.length]!.reconnect();
    newest = await commitEvent(sql, conversationId);
  }
  const wanted = Array.from({ length: newest - first + 1 }, (_, i) => first + i).join();
  const isWhole = (stream: Stream): boolean => stream.seen.join() === wanted;
  const end = Date.now() + 10_000;
  while (!open.streams.every(isWhole) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
  const broken = open.streams.filter((stream) => !isWhole(stream)).length;
  open.streams.forEach((stream) => stream.close());
  return count({ row: 'B5', what: 'streams with a gap or a repeat after reconnects', measure: 'of 20', values: [broken], atMost: 0 });
}
