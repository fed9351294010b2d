import type { WorkflowHandle } from '@temporalio/client';
import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { progress, queues, waveWorkflowId, waveWorkflowType } from './messages';
import { bundleWorkflows, failureConverterPath } from './testing/bundle';
import { addWave, FakeWave, untilReleased } from './testing/fake-wave';
import { type History, recordedHistories } from './testing/history';
import { patchesOf, unknownPatches } from './testing/patch-markers';
import { startTemporal, type TestTemporal } from './testing/temporal';

jest.setTimeout(120_000);
const host = 'hst_one0000000';

/** A change that adds an activity before the turns, and one before the end: the wave tells that it waits for nothing. */
const [beforeTurns, beforeEnd] = ['tell-before-turns', 'tell-before-end'];
const tell = 'await curation.recordWaiting(state.waveId, "none", null);';
const places = {
  turns: '  if (ready !== null) await runPhases(',
  end: '      return await curation.settleWave(state.waveId);',
};
const unpatched = [{ find: places.turns, replace: `${tell}\n${places.turns}` }];
const withPatches = [
  { find: 'const settleAgainMs', replace: `import { patched } from '@temporalio/workflow';\nconst settleAgainMs` },
  { find: places.turns, replace: `if (patched('${beforeTurns}')) ${tell}\n${places.turns}` },
  { find: places.end, replace: `if (patched('${beforeEnd}')) ${tell}\n${places.end}` },
];

let temporal: TestTemporal;
let released: WorkflowBundleWithSourceMap;
let careless: WorkflowBundleWithSourceMap;
let careful: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  temporal = await startTemporal({ orchestrator: false });
  released = temporal.bundle;
  [careless, careful] = [await bundleWorkflows(unpatched), await bundleWorkflows(withPatches)];
  await temporal.startHost(host);
});
afterAll(() => temporal?.stop());

const replay = (history: History, workflowBundle: WorkflowBundleWithSourceMap): Promise<void> =>
  Worker.runReplayHistory({ workflowBundle, dataConverter: { failureConverterPath } }, history, 'recorded');
const start = (wave: FakeWave): Promise<WorkflowHandle> =>
  temporal.client.workflow.start(waveWorkflowType, {
    workflowId: waveWorkflowId(addWave(wave).id),
    taskQueue: queues.waves,
    args: [wave.id],
  });
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let looks = 0; looks < 1_000 && !(await holds()); looks++) await new Promise((done) => setTimeout(done, 20));
  expect(await holds()).toBe(true);
};
/** A team whose lead works until the test lets go. */
const team = (n: string): FakeWave =>
  new FakeWave(`wav_${n}`, 'team')
    .phase('answer', { id: `job_${n}_lead`, hostId: host, behaviour: { run: untilReleased } })
    .phase('review', { id: `job_${n}_a`, hostId: host }, { id: `job_${n}_b`, hostId: host })
    .phase('correct', { id: `job_${n}_c`, hostId: host });
const inLead = (wave: FakeWave): Promise<void> => until(() => wave.calls.includes(`run job_${wave.id.replace('wav_', '')}_lead/1`));
const turnsOf = (wave: FakeWave): string[] => wave.calls.filter((call) => call.startsWith('run'));
const told = (wave: FakeWave): number => wave.calls.filter((call) => call === 'waiting none').length;
const isStuck = async (handle: WorkflowHandle): Promise<boolean> =>
  ((await handle.fetchHistory()).events ?? []).some(
    ({ workflowTaskFailedEventAttributes: failed }) => Number(failed?.cause) === nonDeterministic,
  );
/** WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR */
const nonDeterministic = 24;

describe('a change without a patch', () => {
  test('is caught by the recorded histories', async () => {
    const caught: string[] = [];
    for (const { shape, history } of recordedHistories())
      await replay(history, careless).catch((error: Error) => caught.push(`${shape} ${error.name}`));
    expect(caught).toContain('direct DeterminismViolationError');
    expect(caught).toContain('team-with-correction DeterminismViolationError');
  });

  test('that runs all the same holds a wave up without asking a provider twice, and the wave settles when the old code is back', async () => {
    const wave = team('careless');
    const old = await temporal.startOrchestrator(released);
    const handle = await start(wave);
    await inLead(wave);
    await old.stop();
    const wrong = await temporal.startOrchestrator(careless);
    wave.release();
    await until(() => isStuck(handle));
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await wrong.stop();
    const again = await temporal.startOrchestrator(released);
    await handle.result();
    await again.stop();
    expect(turnsOf(wave)).toHaveLength(4);
    expect(new Set(turnsOf(wave)).size).toBe(4);
    expect(told(wave)).toBe(0);
  });
});

describe('a change with patched()', () => {
  test('replays every recorded history', async () => {
    for (const { history } of recordedHistories()) await replay(history, careful);
  });

  test('takes waves over in their middle: what is behind them stays as it was, what is before them is new, and they settle', async () => {
    const wave = team('careful');
    const old = await temporal.startOrchestrator(released);
    const handle = await start(wave);
    await inLead(wave);
    await old.stop();
    const next = await temporal.startOrchestrator(careful);
    expect((await handle.query(progress)).step).toBe('running');
    wave.release();
    await handle.result();
    expect(turnsOf(wave)).toHaveLength(4);
    expect(new Set(turnsOf(wave)).size).toBe(4);
    expect(told(wave)).toBe(1);
    const history = await handle.fetchHistory();
    expect(patchesOf(history)).toEqual([beforeEnd]);
    expect(unknownPatches(history, {})).toEqual([beforeEnd]);
    await replay(history, careful);

    const fresh = team('fresh');
    fresh.release();
    const after = await start(fresh);
    await after.result();
    await next.stop();
    expect(told(fresh)).toBe(2);
    expect(patchesOf(await after.fetchHistory())).toEqual([beforeTurns, beforeEnd]);
  });

  test('cannot be taken back under a wave that has passed it: the wave waits, and goes on when the new code is there again', async () => {
    const wave = team('back');
    const next = await temporal.startOrchestrator(careful);
    const handle = await start(wave);
    await inLead(wave);
    await next.stop();
    const old = await temporal.startOrchestrator(released);
    wave.release();
    await until(() => isStuck(handle));
    await old.stop();
    const again = await temporal.startOrchestrator(careful);
    await handle.result();
    await again.stop();
    expect(new Set(turnsOf(wave)).size).toBe(turnsOf(wave).length);
    expect(turnsOf(wave)).toHaveLength(4);
  });
});
