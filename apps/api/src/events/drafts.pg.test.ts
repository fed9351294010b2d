import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from '../testing/event-reader';
import { startTestApi, type TestApi } from '../testing/test-api';
import type { TestPerson } from '../testing/test-person';
import { makeWorld, type World } from '../testing/world';

let api: TestApi;
let ana: TestPerson;
let world: World;
beforeAll(async () => {
  api = await startTestApi();
  ana = await api.person('Ana', 'owner');
  world = await makeWorld(api, ana, { kind: 'private' });
}, 60_000);
afterAll(() => api.close());

const post = (seq: number, text: string) =>
  world.host.client.call('postDraft', {
    params: { jobId: world.openJobId, attempt: 1 },
    body: { seq, text, truncated: false, progress: null },
  });

test('text of a running turn arrives as increments that give the text so far', async () => {
  const reader = await readEvents(api.url, ana.headers, { conversationId: world.conversationId });
  const general = await readEvents(api.url, ana.headers);
  const stranger = await readEvents(api.url, (await api.person('Bo')).headers);
  for (const one of [reader, general, stranger]) await one.until((frame) => frame.event === 'ready');
  await post(2, 'The relay ');
  await reader.until((frame) => frame.event === 'draft' && frame.data['seq'] === 2);
  await post(3, 'The relay delivers 🦔');
  await reader.until((frame) => frame.event === 'draft' && frame.data['seq'] === 3);
  await post(4, 'The relay delivers 🦔 once, changed');
  await post(5, 'The relay promises');
  await general.until((frame) => frame.event === 'draft' && frame.data['seq'] === 5);
  await reader.until((frame) => frame.event === 'draft' && frame.data['seq'] === 5);
  let text = '';
  for (const frame of reader.frames.filter((one) => one.event === 'draft')) {
    expect(frame).toMatchObject({ id: null, data: { waveId: world.openWaveId, jobId: world.openJobId } });
    text = text.slice(0, Number(frame.data['offset'])) + String(frame.data['text']);
  }
  expect(text).toBe('The relay promises');
  expect(reader.frames.filter((frame) => frame.event === 'draft').map((frame) => frame.data['text'])).toContain('delivers 🦔');
  expect(stranger.frames.map((frame) => frame.event)).toEqual(['ready']);
  await Promise.all([reader.close(), general.close(), stranger.close()]);
});

test('a reader that takes nothing is cut, and the others go on', async () => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${ana.headers.authorization}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const reader = await readEvents(api.url, ana.headers);
  await reader.until((frame) => frame.event === 'ready');
  const closed = async (): Promise<string> => await api.services.metrics.registry.getSingleMetricAsString('parley_sse_closed_total');
  for (let seq = 10; !/slow_reader"} [1-9]/.test(await closed()); seq += 1) {
    expect(seq).toBeLessThan(400);
    await post(seq, String(seq).repeat(20_000));
    await reader.until((frame) => frame.event === 'draft' && frame.data['seq'] === seq);
    await sleep(1);
  }
  expect(await ana.client(api.url).call('getSession')).toBeDefined();
  socket.destroy();
  await reader.close();
}, 60_000);
