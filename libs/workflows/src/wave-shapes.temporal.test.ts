import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import {
  contextDecision,
  progress,
  queues,
  reconcileWorkflowType,
  stopRequested,
  turnEvidence,
  waveWorkflowId,
  waveWorkflowType,
} from './messages';
import { addWave, dies, FakeWave, takes, untilInterrupted } from './testing/fake-wave';
import { measure, record } from './testing/history';
import type { Shape } from './testing/shapes';
import { startTemporal, type TestTemporal } from './testing/temporal';

jest.setTimeout(90_000);
const host = 'hst_one0000000';
let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await startTemporal();
  await temporal.startHost(host);
});
afterAll(() => temporal?.stop());

const start = (wave: FakeWave): Promise<WorkflowHandle> =>
  temporal.client.workflow.start(waveWorkflowType, {
    workflowId: waveWorkflowId(wave.id),
    taskQueue: queues.waves,
    args: [addWave(wave).id],
  });
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let looks = 0; looks < 2_000 && !(await holds()); looks++) await new Promise((done) => setTimeout(done, 20));
  expect(await holds()).toBe(true);
};
const keep = async (shape: Shape, handle: WorkflowHandle): Promise<void> => record(shape, (await measure(handle)).history);
const direct = (n: string, hostId = host): FakeWave => new FakeWave(`wav_${n}`, 'direct').phase('answer', { id: `job_${n}`, hostId });

test('a panel of three that all answer', async () => {
  const jobs = ['a', 'b', 'c'].map((n) => ({ id: `job_panel_${n}`, hostId: host, behaviour: { run: takes(50) } }));
  const wave = new FakeWave('wav_allpanel', 'panel').phase('answer', ...jobs);
  const handle = await start(wave);
  await handle.result();
  expect(wave.calls.filter((call) => call.startsWith('run'))).toHaveLength(3);
  await keep('panel', handle);
});

test('a stop of a correction ends it, and the answer that was there is settled', async () => {
  const wave = new FakeWave('wav_stopcorrect', 'team').phase('answer', { id: 'job_sc_lead', hostId: host });
  wave.phase('review', { id: 'job_sc_a', hostId: host }, { id: 'job_sc_b', hostId: host });
  wave.phase('correct', { id: 'job_sc_c', hostId: host, behaviour: { run: untilInterrupted } });
  const handle = await start(wave);
  await until(() => wave.calls.includes('run job_sc_c/1'));
  await handle.signal(stopRequested, { stopId: 's1' });
  await handle.result();
  expect(wave.calls).toContain('interrupt job_sc_c');
  await keep('stopcorrect', handle);
});

test('a Continue about a gate that has changed since asks again, and the next one counts', async () => {
  const wave = direct('gatelate');
  wave.gates = [{ gate: 'reconfirmation_required', fingerprint: 'a'.repeat(64) }];
  wave.refusals.set('gate continue', ApplicationFailure.nonRetryable('', 'stale_state'));
  const handle = await start(wave);
  await until(async () => (await handle.query(progress)).waitingFor === 'decision');
  await handle.signal(contextDecision, { decision: 'continue', fingerprint: 'a'.repeat(64) });
  await until(() => wave.calls.includes('gate continue refused'));
  await until(async () => (await handle.query(progress)).waitingFor === 'decision');
  await handle.signal(contextDecision, { decision: 'continue', fingerprint: 'b'.repeat(64) });
  await handle.result();
  expect(wave.calls).toEqual(['freeze', 'gate continue refused', 'gate continue', 'run job_gatelate/1', 'settle']);
  await keep('gate-continue-late', handle);
});

test('a host that comes back late captures the context, and runs the turn that waited for it', async () => {
  const [capture, turn] = ['hst_late000001', 'hst_late000002'];
  const captured = direct('capturelate');
  captured.contextHostIds = [capture];
  const waiting = direct('turnlate', turn);
  const handles = await Promise.all([captured, waiting].map(start));
  await until(() => captured.calls.includes(`waiting host ${capture}`) && waiting.calls.includes(`waiting host ${turn}`));
  const hosts = await Promise.all([temporal.startHost(capture), temporal.startHost(turn)]);
  await Promise.all(handles.map((handle) => handle.result()));
  await Promise.all(hosts.map((one) => one.stop()));
  expect(captured.calls).toContain(`capture host.${capture}.control`);
  expect(waiting.calls.filter((call) => call.startsWith('run'))).toEqual(['run job_turnlate/1']);
  await Promise.all([keep('capture-late', handles[0]!), keep('turn-late', handles[1]!)]);
});

test('a turn whose runtime is not there fails without a provider, and the wave settles', async () => {
  const wave = new FakeWave('wav_missing', 'direct').phase('answer', {
    id: 'job_missing',
    hostId: host,
    behaviour: { run: takes(0, 'failed') },
  });
  const handle = await start(wave);
  await handle.result();
  await keep('runtime-missing', handle);
});

test('a wave that is settled already, or deleted, does nothing', async () => {
  const settled = direct('settledbefore');
  settled.settled = true;
  const handle = await start(settled);
  expect(await handle.result()).toBeNull();
  const nobody = await temporal.client.workflow.start(waveWorkflowType, {
    workflowId: waveWorkflowId('wav_nobody'),
    taskQueue: queues.waves,
    args: ['wav_nobody'],
  });
  expect(await nobody.result()).toBeNull();
  await Promise.all([keep('settled-before', handle), keep('deleted-before', nobody)]);
});

test('a wave that turns out not to be over when it settles runs what is left', async () => {
  const wave = direct('disagree');
  wave.refusals.set('settle', ApplicationFailure.nonRetryable('', 'stale_state'));
  wave.onRefusal = () => wave.phase('answer', { id: 'job_further', hostId: host });
  const handle = await start(wave);
  await handle.result();
  expect(wave.calls).toEqual(['freeze', 'run job_disagree/1', 'settle refused', 'run job_further/1', 'settle']);
  await keep('settle-disagreed', handle);
});

test('an operator’s Reset runs the wave again, whose attempts are known by then', async () => {
  const wave = new FakeWave('wav_reset', 'direct').phase('answer', {
    id: 'job_reset',
    hostId: host,
    behaviour: { reconcile: ['settled'] },
  });
  const handle = await start(wave);
  await handle.result();
  wave.job('job_reset').state = 'open';
  wave.behaviours.set('job_reset', { run: async () => ({ status: 'already_known' }), reconcile: ['settled'] });
  const { firstExecutionRunId: runId } = handle as unknown as { firstExecutionRunId: string };
  await temporal.client.workflowService.resetWorkflowExecution({
    namespace: temporal.namespace,
    workflowExecution: { workflowId: handle.workflowId, runId },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'reset',
  });
  const again = temporal.client.workflow.getHandle(handle.workflowId);
  await again.result();
  expect(wave.calls.filter((call) => call.startsWith('reconcile'))).toEqual(['reconcile job_reset/1 settled']);
  await keep('operator-reset', again);
});

test('an operator’s Cancel gives up a turn that is waited for in recovery', async () => {
  const wave = new FakeWave('wav_reccancel', 'direct').phase('answer', {
    id: 'job_reccancel',
    hostId: host,
    behaviour: { run: dies, reconcile: ['unknown', 'unknown'] },
  });
  const handle = await start(wave);
  await until(() => wave.calls.includes('run job_reccancel/1'));
  await handle.signal(turnEvidence, { jobId: 'job_reccancel', attempt: 1, kind: 'unknown' });
  await until(() => wave.calls.some((call) => call.startsWith('recovery')));
  await handle.cancel();
  await handle.result();
  expect(wave.calls).toContain('stopping operator');
  expect(wave.calls).toContain('close job_reccancel/1 given_up');
  await keep('recovery-cancelled', handle);
});

test('the reconcile job runs once and ends', async () => {
  const handle = await temporal.client.workflow.start(reconcileWorkflowType, {
    workflowId: 'reconcile',
    taskQueue: queues.waves,
    args: [],
  });
  expect(await handle.result()).toEqual({ repaired: 0 });
  await keep('reconcile', handle);
});
