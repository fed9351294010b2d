import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';

/** A bare fan-out: hears the same bell as the API, reads nothing, and writes a frame of the same size to everybody who is connected. */
async function main(): Promise<void> {
  const [databaseUrl = '', channel = '', conversationId = ''] = process.argv.slice(2);
  const streams = new Set<ServerResponse>();
  const frame = (seq: string): string => {
    const data = {
      type: 'message.created',
      conversationId,
      seq: Number(seq),
      at: new Date().toISOString(),
      messageId: `msg_${'0'.repeat(26)}`,
    };
    return `id: ${'c'.repeat(120)}.${seq}\nevent: message.created\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const sql = postgres(databaseUrl, { max: 1 });
  await sql.listen(channel, (payload) => {
    const seq = /\bseq=(\d+)/.exec(payload)?.[1];
    if (seq === undefined) return;
    const text = frame(seq);
    for (const stream of streams) stream.write(text);
  });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.socket?.setNoDelay(true);
    streams.add(response);
    response.once('close', () => streams.delete(response));
    response.write('id: c\nevent: ready\ndata: {}\n\n');
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}

void main();
