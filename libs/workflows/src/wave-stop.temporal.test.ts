import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { contextDecision, progress, queues, stopRequested, turnEvidence, waveWorkflowId, waveWorkflowType } from './messages';
import { addWave, deafToStop, dies, FakeWave, untilInterrupted } from './testing/fake-wave';
import { measure, readableText, record } from './testing/history';
import type { Shape } from './testing/shapes';
import { startTemporal, type TestTemporal } from './testing/temporal';

jest.setTimeout(120_000);
const host = 'hst_one0000000';
const away = 'hst_away000000';
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
  while (!(await holds())) await new Promise((done) => setTimeout(done, 20));
};
const running = (wave: FakeWave, jobId: string): Promise<void> => until(() => wave.calls.includes(`run ${jobId}/1`));
const lost = (wave: FakeWave): Promise<void> => until(() => wave.calls.some((call) => call.startsWith('recovery')));
const stop = (handle: WorkflowHandle, stopId = 's1'): Promise<void> => handle.signal(stopRequested, { stopId });
const replays = async (handle: WorkflowHandle): Promise<void> => {
  const { history } = await measure(handle);
  expect(readableText(history)).not.toContain('canary');
  record(handle.workflowId.replace('wave/wav_', '') as Shape, history);
  await Worker.runReplayHistory(
    { workflowBundle: temporal.bundle, dataConverter: { failureConverterPath: require.resolve('./failure-converter') } },
    history,
    handle.workflowId,
  );
};
const direct = (n: string, behaviour: object, hostId = host): FakeWave =>
  new FakeWave(`wav_${n}`, 'direct').phase('answer', { id: `job_${n}`, hostId, behaviour });

describe('Stop', () => {
  test('a running turn is interrupted over the control queue and its own end is kept', async () => {
    const wave = direct('stoprunning', { run: untilInterrupted });
    const handle = await start(wave);
    await running(wave, 'job_stoprunning');
    const begun = Date.now();
    await stop(handle);
    expect(await handle.result()).toEqual({ outcome: 'canceled', successorId: null });
    expect(Date.now() - begun).toBeLessThan(3_000);
    expect(wave.calls).toContain('interrupt job_stoprunning');
    expect(wave.calls.slice(-1)).toEqual(['settle']);
    expect(wave.calls.filter((c) => c.startsWith('close') || c.startsWith('recovery'))).toEqual([]);
    await replays(handle);
  });

  test('an operator’s Cancel is a stop of origin operator, and the turn still ends with its proof', async () => {
    const wave = direct('opcancel', { run: untilInterrupted });
    const handle = await start(wave);
    await running(wave, 'job_opcancel');
    await handle.cancel();
    await handle.result();
    expect(wave.calls).toContain('stopping operator');
    expect(wave.calls.at(-1)).toBe('settle');
    await replays(handle);
  });

  test('in the review phase both reviewers end and no correction follows', async () => {
    const wave = new FakeWave('wav_stopreview', 'team').phase('answer', { id: 'job_sr_lead', hostId: host });
    wave.phase(
      'review',
      { id: 'job_sr_a', hostId: host, behaviour: { run: untilInterrupted } },
      { id: 'job_sr_b', hostId: host, behaviour: { run: untilInterrupted } },
    );
    wave.phase('correct', { id: 'job_sr_c', hostId: host });
    const handle = await start(wave);
    await Promise.all([running(wave, 'job_sr_a'), running(wave, 'job_sr_b')]);
    await stop(handle);
    await handle.result();
    expect(wave.calls.filter((c) => c.startsWith('run'))).not.toContain('run job_sr_c/1');
    expect(wave.calls.filter((c) => c.startsWith('stopping'))).toEqual(['stopping person']);
    await replays(handle);
  });

  test('a turn queued for an absent host is shown as waiting, and Stop ends it at once without the host', async () => {
    const wave = direct('stopabsent', {}, away);
    const handle = await start(wave);
    await until(() => wave.calls.includes(`waiting host ${away}`));
    const begun = Date.now();
    await stop(handle);
    await handle.result();
    expect(Date.now() - begun).toBeLessThan(2_000);
    expect(wave.calls).toEqual([
      'freeze',
      `waiting host ${away}`,
      'stopping person',
      'close job_stopabsent/1 canceled_before_start',
      'settle',
    ]);
    await replays(handle);
  });

  test('a member of a Panel that waits for a place is closed without being sent', async () => {
    const wave = new FakeWave('wav_stoppanel', 'panel').phase(
      'answer',
      ...['a', 'b', 'c'].map((n) => ({ id: `job_sp_${n}`, hostId: host, behaviour: { run: untilInterrupted } })),
    );
    const handle = await start(wave);
    await Promise.all([running(wave, 'job_sp_a'), running(wave, 'job_sp_b')]);
    await stop(handle);
    await handle.result();
    expect(wave.calls).toContain('close job_sp_c/1 canceled_before_start');
    expect(wave.calls).not.toContain('run job_sp_c/1');
    await replays(handle);
  });

  test('while the context is captured on an absent host, behind a predecessor, and at the gate, nothing is sent', async () => {
    const capturing = direct('stopcapture', {}, away);
    capturing.contextHostIds = [away];
    const behind = direct('stopbehind', {});
    behind.predecessorSettled = false;
    const gated = direct('stopgated', {});
    gated.gates = [{ gate: 'reconfirmation_required', fingerprint: 'f'.repeat(64) }];
    const handles = await Promise.all([capturing, behind, gated].map(start));
    await until(() => capturing.calls.includes(`waiting host ${away}`));
    expect((await handles[2]!.query(progress)).waitingFor).toBe('decision');
    const begun = Date.now();
    await Promise.all(handles.map((handle) => stop(handle)));
    await Promise.all(handles.map((handle) => handle.result()));
    expect(Date.now() - begun).toBeLessThan(3_000);
    for (const wave of [capturing, behind, gated]) expect(wave.calls.slice(-2)).toEqual(['stopping person', 'settle']);
    await Promise.all(handles.map(replays));
  });

  test('a stop that was accepted before the workflow began is kept', async () => {
    const wave = direct('stopbefore', {});
    wave.stopRequested = true;
    const handle = await start(wave);
    await handle.result();
    expect(wave.calls).toEqual(['stopping person', 'settle']);
    await replays(handle);
  });
});

describe('a host that dies in the middle of a turn', () => {
  test('its journal decides: settled, not sent, alive and then ended, or unknown', async () => {
    const settled = direct('lostsettled', { run: dies, reconcile: ['settled'] });
    const notSent = direct('lostnotsent', { run: dies, reconcile: ['not_sent'] });
    const alive = direct('lostalive', { run: dies, reconcile: ['alive', 'alive', 'settled'] });
    const evidence = direct('lostevidence', { run: dies, reconcile: ['alive', 'alive', 'alive', 'alive', 'alive'] });
    const unknown = direct('lostunknown', { run: dies, reconcile: ['unknown'] });
    const waves = [settled, notSent, alive, evidence, unknown];
    const handles = await Promise.all(waves.map(start));
    await until(() => evidence.calls.includes('reconcile job_lostevidence/1 alive'));
    evidence.job('job_lostevidence').state = 'done';
    await handles[3]!.signal(turnEvidence, { jobId: 'job_lostevidence', attempt: 1, kind: 'terminal' });
    await lost(unknown);
    await Promise.all(handles.slice(0, 4).map((handle) => handle.result()));
    expect(settled.calls).toEqual(['freeze', 'run job_lostsettled/1', 'reconcile job_lostsettled/1 settled', 'settle']);
    expect(notSent.calls.slice(2)).toEqual([
      'reconcile job_lostnotsent/1 not_sent',
      'close job_lostnotsent/1 not_sent',
      'run job_lostnotsent/2',
      'settle',
    ]);
    expect(alive.calls.slice(2)).toEqual([
      'reconcile job_lostalive/1 alive',
      'reconcile job_lostalive/1 alive',
      'reconcile job_lostalive/1 settled',
      'settle',
    ]);
    expect(evidence.calls.at(-1)).toBe('settle');
    expect((await handles[4]!.query(progress)).waitingFor).toBe('recovery');
    expect(unknown.calls.filter((c) => c.startsWith('run'))).toHaveLength(1);
    await stop(handles[4]!);
    await handles[4]!.result();
    expect(unknown.calls.slice(-5, -3).sort()).toEqual(['interrupt job_lostunknown', 'stopping person']);
    expect(unknown.calls.slice(-3)).toEqual(['reconcile job_lostunknown/1 unknown', 'close job_lostunknown/1 given_up', 'settle']);
    await Promise.all(handles.map(replays));
  });

  test('recovery ends by evidence, or by looking again', async () => {
    const evidence = direct('recevidence', { run: dies, reconcile: ['unknown'] });
    const again = direct('recagain', { run: dies, reconcile: ['unknown', 'unknown', 'settled'] });
    const [one, two] = [await start(evidence), await start(again)];
    await Promise.all([lost(evidence), lost(again)]);
    evidence.job('job_recevidence').state = 'done';
    await one.signal(turnEvidence, { jobId: 'job_recevidence', attempt: 1, kind: 'terminal' });
    await one.result();
    for (let looks = 1; looks <= 2; looks++) {
      await two.signal(contextDecision, { decision: 'resume', fingerprint: null });
      await until(() => again.calls.filter((c) => c.startsWith('reconcile')).length > looks);
    }
    await two.result();
    expect(again.calls.filter((c) => c.startsWith('run'))).toEqual(['run job_recagain/1']);
    await Promise.all([one, two].map(replays));
  });

  test('evidence of a host that came back is taken before the heartbeat runs out', async () => {
    const wave = direct('recearly', { run: dies });
    const handle = await start(wave);
    await running(wave, 'job_recearly');
    const begun = Date.now();
    wave.job('job_recearly').state = 'done';
    await handle.signal(turnEvidence, { jobId: 'job_recearly', attempt: 1, kind: 'terminal' });
    await handle.result();
    expect(Date.now() - begun).toBeLessThan(3_000);
    await replays(handle);
  });

  test('a host that came back without a record asks at once', async () => {
    const wave = direct('recasks', { run: dies, reconcile: ['unknown', 'unknown'] });
    const handle = await start(wave);
    await running(wave, 'job_recasks');
    const begun = Date.now();
    await handle.signal(turnEvidence, { jobId: 'job_recasks', attempt: 1, kind: 'unknown' });
    await lost(wave);
    expect(Date.now() - begun).toBeLessThan(3_000);
    await stop(handle);
    await handle.result();
    expect(wave.calls).toContain('close job_recasks/1 given_up');
    await replays(handle);
  });

  test('a turn whose host refuses or drains is reconciled, never sent twice', async () => {
    const draining = direct('draining', { run: async () => ({ status: 'host_draining' }), reconcile: ['not_sent'] });
    const known = direct('known', { run: async () => ({ status: 'already_known' }), reconcile: ['settled'] });
    const handles = [await start(draining), await start(known)];
    await Promise.all(handles.map((handle) => handle.result()));
    expect(draining.calls).toContain('run job_draining/2');
    expect(known.calls).toEqual(['freeze', 'run job_known/1', 'reconcile job_known/1 settled', 'settle']);
    await Promise.all(handles.map(replays));
  });
});

describe('a Stop that cannot be confirmed', () => {
  test('told again by a relay that died before it had noted the first time, it is still one Stop and gives nothing up', async () => {
    const wave = direct('toldagain', { run: dies, reconcile: ['unknown'] });
    const handle = await start(wave);
    await running(wave, 'job_toldagain');
    await stop(handle);
    await until(() => wave.calls.includes('interrupt job_toldagain'));
    await handle.signal(turnEvidence, { jobId: 'job_toldagain', attempt: 1, kind: 'unknown' });
    await lost(wave);
    await stop(handle);
    await until(async () => (await handle.query(progress)).waitingFor === 'recovery');
    wave.job('job_toldagain').state = 'done';
    await handle.signal(turnEvidence, { jobId: 'job_toldagain', attempt: 1, kind: 'terminal' });
    await handle.result();
    expect(wave.calls.filter((c) => c.startsWith('stopping') || c.startsWith('close'))).toEqual(['stopping person']);
    await replays(handle);
  });

  test('reaches the provider that has outlived its host as soon as the host that is back has told of it', async () => {
    const wave = direct('stopoutlived', { run: dies, reconcile: ['unknown', 'alive', 'settled'] });
    const handle = await start(wave);
    await running(wave, 'job_stopoutlived');
    await stop(handle);
    await until(() => wave.calls.includes('interrupt job_stopoutlived'));
    await handle.signal(turnEvidence, { jobId: 'job_stopoutlived', attempt: 1, kind: 'unknown' });
    await lost(wave);
    const before = wave.calls.length;
    await handle.signal(turnEvidence, { jobId: 'job_stopoutlived', attempt: 1, kind: 'alive' });
    await until(() => wave.calls.slice(before).includes('interrupt job_stopoutlived'));
    wave.job('job_stopoutlived').state = 'done';
    await handle.signal(turnEvidence, { jobId: 'job_stopoutlived', attempt: 1, kind: 'terminal' });
    await handle.result();
    expect(wave.calls.filter((call) => call.startsWith('close') || call.startsWith('run'))).toEqual(['run job_stopoutlived/1']);
    await replays(handle);
  });

  test('is told again to a host that was away when it was pressed and comes back before the deadline', async () => {
    const wave = direct('stopback', { run: dies, reconcile: ['alive', 'settled'] }, 'hst_back000000');
    const hostBefore = await temporal.startHost('hst_back000000');
    const handle = await start(wave);
    await running(wave, 'job_stopback');
    await hostBefore.stop();
    await stop(handle);
    await new Promise((done) => setTimeout(done, 7_000));
    expect(wave.calls).not.toContain('interrupt job_stopback');
    await temporal.startHost('hst_back000000');
    await until(() => wave.calls.includes('interrupt job_stopback'));
    await handle.signal(turnEvidence, { jobId: 'job_stopback', attempt: 1, kind: 'terminal' });
    await handle.result();
    expect(wave.calls.filter((call) => call.startsWith('recovery'))).toEqual([]);
    await replays(handle);
  });

  test('becomes recovery after the terminal deadline, a second click before that gives nothing up, a later one does', async () => {
    const deaf = direct('deaf', { run: deafToStop, reconcile: ['alive', 'unknown'] });
    const gone = direct('gone', { run: dies }, 'hst_gone000000');
    const goneHost = await temporal.startHost('hst_gone000000');
    const [one, two] = [await start(deaf), await start(gone)];
    await Promise.all([running(deaf, 'job_deaf'), running(gone, 'job_gone')]);
    await goneHost.stop();
    const begun = Date.now();
    await Promise.all([stop(one), stop(two)]);
    await stop(one, 's2');
    await Promise.all([lost(deaf), lost(gone)]);
    expect(Date.now() - begun).toBeLessThan(30_000);
    expect(deaf.calls.filter((c) => c.startsWith('close'))).toEqual([]);
    await Promise.all([stop(one, 's3'), stop(two, 's2')]);
    await Promise.all([one.result(), two.result()]);
    expect(deaf.calls).toContain('close job_deaf/1 given_up');
    expect(gone.calls).toContain('close job_gone/1 given_up');
    await Promise.all([one, two].map(replays));
  });
});
