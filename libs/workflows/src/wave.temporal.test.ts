import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { hostname } from 'node:os';
import { progress, queues, waveWorkflowId, waveWorkflowType } from './messages';
import * as messages from './messages';
import { addWave, FakeWave, notDelivered, takes } from './testing/fake-wave';
import { measure, readableText, record } from './testing/history';
import type { Shape } from './testing/shapes';
import { startTemporal, type TestTemporal } from './testing/temporal';

jest.setTimeout(60_000);
let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await startTemporal();
  await temporal.startHost('hst_one0000000');
});
afterAll(() => temporal?.stop());

const host = 'hst_one0000000';
const start = (wave: FakeWave): Promise<WorkflowHandle> =>
  temporal.client.workflow.start(waveWorkflowType, { workflowId: waveWorkflowId(wave.id), taskQueue: queues.waves, args: [wave.id] });
const run = async (wave: FakeWave): Promise<WorkflowHandle> => {
  const handle = await start(addWave(wave));
  await handle.result();
  return handle;
};
const keep = async (shape: Shape, handle: WorkflowHandle): Promise<void> => record(shape, (await measure(handle)).history);
const team = (id: string): FakeWave => {
  const wave = new FakeWave(id, 'team').phase('answer', { id: `${id}-lead`, hostId: host });
  wave.contextHostIds = [host];
  return wave.phase(
    'review',
    { id: `${id}-skeptic`, hostId: host, behaviour: { run: takes(30, 'reviewed') } },
    { id: `${id}-verifier`, hostId: host, behaviour: { run: takes(90, 'reviewed') } },
  );
};

test('a Direct wave captures, freezes, runs one turn and settles', async () => {
  const wave = new FakeWave('wav_direct0000', 'direct').phase('answer', { id: 'job_direct', hostId: host });
  wave.contextHostIds = [host];
  const handle = await run(wave);
  expect(wave.calls).toEqual([`capture host.${host}.control`, 'freeze', 'run job_direct/1', 'settle']);
  expect(await handle.result()).toEqual({ outcome: 'complete', successorId: null });
  expect(await handle.query(progress)).toMatchObject({ step: 'settled', turns: [{ jobId: 'job_direct', attempt: 1, status: 'over' }] });
  await keep('direct', handle);
});

test('a Panel runs two turns at once, and a failing member does not touch the others', async () => {
  let running = 0;
  let most = 0;
  const counted = (outcome: string) => async (job: Parameters<ReturnType<typeof takes>>[0]) => {
    most = Math.max(most, ++running);
    const end = await takes(150, outcome)(job);
    running -= 1;
    return end;
  };
  const wave = new FakeWave('wav_panel00000', 'panel').phase(
    'answer',
    { id: 'job_p1', hostId: host, behaviour: { run: counted('answered') } },
    { id: 'job_p2', hostId: host, behaviour: { run: counted('failed') } },
    { id: 'job_p3', hostId: host, behaviour: { run: counted('answered') } },
  );
  const handle = await run(wave);
  await keep('panel-failed-member', handle);
  expect(most).toBe(2);
  expect(wave.calls.filter((c) => c.startsWith('run')).sort()).toEqual(['run job_p1/1', 'run job_p2/1', 'run job_p3/1']);
  expect(wave.calls.at(-1)).toBe('settle');
});

test('a Team without an eligible concern settles after both reviews', async () => {
  const wave = team('wav_team000000');
  await keep('team', await run(wave));
  expect(wave.calls.map((c) => c.split(' ')[0])).toEqual(['capture', 'freeze', 'run', 'run', 'run', 'settle']);
});

test('a Team with a correction stays small, leaks nothing and replays', async () => {
  const wave = team('wav_correct000').phase('correct', { id: 'job_correct', hostId: host });
  const handle = await run(wave);
  expect(wave.calls.at(-2)).toBe('run job_correct/1');
  const { history, events, bytes } = await measure(handle);
  process.stdout.write(`Team with correction: ${events} events, ${bytes} bytes\n`);
  expect(events).toBeLessThan(80);
  expect(bytes).toBeLessThan(16 * 1024);
  record('team-with-correction', history);
  const text = readableText(history);
  expect(text).toContain('wav_correct000');
  for (const leak of ['canary', process.cwd(), hostname()]) expect(text).not.toContain(leak);
  await Worker.runReplayHistory(
    { workflowBundle: temporal.bundle, dataConverter: { failureConverterPath: require.resolve('./failure-converter') } },
    history,
    waveWorkflowId(wave.id),
  );
});

test('a Team with long turns stays as small, and its turns are not shown as waiting', async () => {
  const id = 'wav_slow000000';
  const wave = new FakeWave(id, 'team').phase('answer', { id: `${id}-lead`, hostId: host, behaviour: { run: takes(5_600) } });
  wave.contextHostIds = [host];
  wave.phase(
    'review',
    { id: `${id}-s`, hostId: host, behaviour: { run: takes(5_200) } },
    { id: `${id}-v`, hostId: host, behaviour: { run: takes(5_400) } },
  );
  wave.phase('correct', { id: `${id}-c`, hostId: host, behaviour: { run: takes(5_200) } });
  const { events, bytes } = await measure(await run(wave));
  process.stdout.write(`Team with slow turns: ${events} events, ${bytes} bytes\n`);
  expect(events).toBeLessThan(80);
  expect(bytes).toBeLessThan(16 * 1024);
  expect(wave.calls.filter((c) => c.startsWith('waiting'))).toEqual([]);
});

test('a wave waits for its predecessor, and the settled predecessor wakes it', async () => {
  const second = new FakeWave('wav_second0000', 'direct').phase('answer', { id: 'job_second', hostId: host });
  second.predecessorSettled = false;
  const waiting = await start(addWave(second));
  while (!second.calls.includes('waiting predecessor')) await new Promise((done) => setTimeout(done, 20));
  const first = new FakeWave('wav_first00000', 'direct').phase('answer', { id: 'job_first', hostId: host });
  first.successorId = second.id;
  second.predecessorSettled = true;
  await keep('wakes-successor', await run(first));
  await waiting.result();
  await keep('behind-predecessor', waiting);
  expect(second.calls).toEqual(['waiting predecessor', 'waiting none', 'freeze', 'run job_second/1', 'settle']);
});

test('a signal that comes while the wave is still loading is not lost', async () => {
  const wave = new FakeWave('wav_race000000', 'direct').phase('answer', { id: 'job_race', hostId: host });
  wave.predecessorSettled = false;
  wave.onLoad = async () => {
    wave.onLoad = async () => {};
    wave.predecessorSettled = true;
    await temporal.client.workflow.getHandle(waveWorkflowId(wave.id)).signal(messages.predecessorSettled);
  };
  const begun = Date.now();
  await keep('predecessor-lost-signal', await run(wave));
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test('a turn that was provably not delivered is tried again as the next attempt', async () => {
  const wave = new FakeWave('wav_again00000', 'direct').phase('answer', {
    id: 'job_again',
    hostId: host,
    behaviour: { run: notDelivered },
  });
  await keep('not-sent-again', await run(wave));
  expect(wave.calls).toEqual(['freeze', 'run job_again/1', 'run job_again/2', 'settle']);
});

test('a successor that is gone is no failure', async () => {
  const wave = new FakeWave('wav_alone00000', 'direct').phase('answer', { id: 'job_alone', hostId: host });
  wave.successorId = 'wav_nobody0000';
  await keep('successor-gone', await run(wave));
  expect(wave.calls.at(-1)).toBe('settle');
});

test('a changed context waits for Continue, looks again, and then runs', async () => {
  const wave = new FakeWave('wav_continue00', 'direct').phase('answer', { id: 'job_continue', hostId: host });
  wave.contextHostIds = [host];
  wave.gates = [{ gate: 'reconfirmation_required', fingerprint: 'd'.repeat(64) }];
  const handle = await start(addWave(wave));
  while ((await handle.query(progress)).waitingFor !== 'decision') await new Promise((done) => setTimeout(done, 20));
  await handle.signal(messages.contextDecision, { decision: 'continue', fingerprint: 'd'.repeat(64) });
  await handle.result();
  expect(wave.calls.map((c) => c.split(' ').slice(0, 2).join(' '))).toEqual([
    `capture host.${host}.control`,
    'freeze',
    `capture host.${host}.control`,
    'gate continue',
    'run job_continue/1',
    'settle',
  ]);
  await keep('gate-continue', handle);
});

test('Cancel at the gate settles without a turn; Resume after interrupted planning goes on', async () => {
  const canceled = new FakeWave('wav_cancel0000', 'direct').phase('answer', { id: 'job_cancel', hostId: host });
  canceled.gates = [{ gate: 'reconfirmation_required', fingerprint: 'e'.repeat(64) }];
  const resumed = new FakeWave('wav_resume0000', 'direct').phase('answer', { id: 'job_resume', hostId: host });
  resumed.gates = [{ gate: 'interrupted', code: 'context_unavailable' }];
  const [one, two] = [await start(addWave(canceled)), await start(addWave(resumed))];
  await one.signal(messages.contextDecision, { decision: 'cancel', fingerprint: null });
  await two.signal(messages.contextDecision, { decision: 'resume', fingerprint: null });
  await Promise.all([one.result(), two.result()]);
  await Promise.all([keep('gate-cancel', one), keep('planning-resumed', two)]);
  expect(canceled.calls).toEqual(['freeze', 'gate cancel', 'settle']);
  expect(resumed.calls).toEqual(['freeze', 'gate resume', 'run job_resume/1', 'settle']);
});
