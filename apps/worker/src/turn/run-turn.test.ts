import { createRuntimes, isGroupAlive } from '@parley/runtimes';
import { scriptedProviderPath } from '@parley/testing';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGit } from '../git';
import { createHostApi } from '../host/host-api';
import { JournalUnwritable, openJournal } from '../journal/journal';
import { createLog } from '../log';
import { createRepositories } from '../repositories/repositories';
import { type FakeApi, startFakeApi } from '../testing/fake-api';
import { createOutbox } from './outbox';
import { createReconciler } from './reconcile';
import { recoverJournal } from './recover-journal';
import { runTurn, type TurnDeps, type TurnTask } from './run-turn';
import { createRunningTurns } from './running-turns';

let folder = '';
let api: FakeApi;
let deps: TurnDeps;
let unproven = 0;
const undo: (() => Promise<void> | void)[] = [];
let number = 0;

function build(): TurnDeps {
  const journal = openJournal(join(folder, 'journal.db'));
  const client = createHostApi(api.url, 'token-of-this-host');
  const log = createLog('silent');
  const outbox = createOutbox(client, journal, log);
  const runtimes = createRuntimes({
    environment: process.env,
    scriptedProvider: { script: scriptedProviderPath, log: join(folder, 'scripted.log') },
  });
  const repositories = createRepositories([{ label: 'repo', path: join(folder, 'repo') }], createGit(process.env));
  return {
    ...{
      api: client,
      journal,
      outbox,
      log,
      repositories,
      running: createRunningTurns(),
      scratchDir: join(folder, 'scratch'),
      now: Date.now,
      allowInstructed: [],
    },
    runtimes: new Map(runtimes.map((runtime) => [runtime.id, runtime])),
    onUnproven: () => void (unproven += 1),
  };
}
const restart = async (): Promise<void> => {
  await deps.outbox.close();
  deps.journal.close();
  deps = build();
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-host-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: join(folder, 'repo'), encoding: 'utf8' });
  execFileSync('mkdir', [join(folder, 'repo')]);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'repo', 'a.ts'), 'one\ntwo\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  api = await startFakeApi();
  deps = build();
  unproven = 0;
  await deps.repositories.report();
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
  await deps.outbox.close();
  deps.journal.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const jobOf = (task: TurnTask): { jobId: string; attempt: number } => ({ jobId: task.jobId, attempt: task.attempt });

/** A turn whose scripted Lead does what `script` says, about the repository as it is now. */
async function turn(script: object, over: object = {}): Promise<TurnTask> {
  const [report] = await deps.repositories.report();
  const task = { jobId: `job_000000000${++number}`, attempt: 1, waveId: 'wav_0000000001', deadlineMs: 60_000 };
  api.assignments.set(`${task.jobId}/1`, {
    ...{
      jobId: task.jobId,
      attempt: 1,
      waveId: task.waveId,
      conversationId: 'cnv_0000000001',
      role: 'answer',
      profileRole: 'lead',
      runtimeId: 'scripted',
      modelId: 'scripted-1',
      effort: null,
    },
    ...{
      sections: [{ name: 'request', trusted: false, text: 'Question' }],
      target: null,
      question: `[[script:${JSON.stringify({ lead: script })}]]`,
      concerns: [],
      contextFingerprint: 'e'.repeat(64),
    },
    roots: [{ repositoryId: 'rep_0000000001', key: report?.key, label: 'repo', generation: report?.generation }],
    ...{ deadlineMs: 60_000, outputLimitBytes: 65_536, stopRequested: false, ...over },
  });
  return task;
}
const context = (
  cancelled = new AbortController().signal,
): { heartbeat: (phase: string) => void; cancelled: AbortSignal; phases: string[] } => {
  const phases: string[] = [];
  return { heartbeat: (phase) => void phases.push(phase), cancelled, phases };
};
const until = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 500 && !holds(); i++) await new Promise((done) => setTimeout(done, 20));
  expect(holds()).toBe(true);
};
const starts = (): string[] => {
  try {
    return readFileSync(join(folder, 'scripted.log'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('started'));
  } catch {
    return [];
  }
};
const sent = (task: TurnTask): Promise<void> => until(() => deps.journal.get(jobOf(task))?.state === 'acknowledged');
const last = (): Record<string, unknown> => api.terminals().at(-1)?.body ?? {};

test('a turn claims, sends, streams, checks its citations, and returns what the API accepted', async () => {
  const task = await turn({ text: 'See a.ts:2 and repo/a.ts:9 and ../b.ts:1.', chunks: 3, chunkDelayMs: 60 });
  expect(await runTurn(deps, task, context())).toEqual({ status: 'settled', outcome: 'answered', hash: 'a'.repeat(64) });
  expect(last()).toMatchObject({
    ...{ status: 'completed', freshness: 'fresh', errorCode: null, attestation: { level: 'built_in' } },
    citations: [
      { root: 'repo', path: 'a.ts', line: 2, endLine: null, valid: true },
      { root: 'repo', path: 'a.ts', line: 9, endLine: null, valid: false },
    ],
  });
  expect(deps.journal.get(jobOf(task))).toMatchObject({ state: 'terminal', outcome: 'answered' });
  expect(api.calls.filter((call) => call.path.endsWith('/draft')).at(-1)?.body).toMatchObject({ truncated: false });
  expect(api.calls.filter((call) => call.path.endsWith('/delivery')).map((call) => call.body['delivery'])).toEqual([
    'sending',
    'acknowledged',
  ]);
  expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
  expect(JSON.stringify(api.calls)).not.toContain(folder);
});

test('the same (job, attempt) is refused a second time, also after a restart, and the provider is asked once', async () => {
  const task = await turn({ text: 'Once.' });
  await runTurn(deps, task, context());
  expect(await runTurn(deps, task, context())).toEqual({ status: 'already_known' });
  await restart();
  expect(await runTurn(deps, task, context())).toEqual({ status: 'already_known' });
  expect(await createReconciler(deps).look(jobOf(task))).toMatchObject({ status: 'settled', outcome: 'answered' });
  expect(starts()).toHaveLength(1);
});

test('an end that the API took once is told again to whoever looks, and is unknown when its text is gone', async () => {
  const task = await turn({ text: 'Kept here.' });
  await runTurn(deps, task, context());
  await createReconciler(deps).look(jobOf(task));
  expect(api.terminals().map(({ body }) => body['output'])).toEqual(['Kept here.', 'Kept here.']);

  api.refuse(/terminal$/, 409, 'state_conflict');
  expect(await createReconciler(deps).look(jobOf(task))).toEqual({ status: 'unknown' });
  deps.journal.forgetBodies(Date.now() + 1_000);
  expect(await createReconciler(deps).look(jobOf(task))).toEqual({ status: 'unknown' });
  expect(starts()).toHaveLength(1);
});

test('a repository that changed since the snapshot stops the turn before anything is sent', async () => {
  const task = await turn({ text: 'Never said.' });
  appendFileSync(join(folder, 'repo', 'a.ts'), 'three\n');
  expect(await runTurn(deps, task, context())).toMatchObject({ status: 'settled', outcome: 'not_sent' });
  expect(last()).toMatchObject({ status: 'not_delivered', errorCode: 'context_changed' });
  expect(starts()).toEqual([]);
});

test('a repository that changes during the turn fails it, and the change stays', async () => {
  const task = await turn({ text: 'Said.', delayMs: 500 });
  const running = runTurn(deps, task, context());
  await sent(task);
  appendFileSync(join(folder, 'repo', 'a.ts'), 'three\n');
  await running;
  expect(last()).toMatchObject({ status: 'failed', errorCode: 'repository_changed', freshness: 'changed_during_job', output: null });
  expect(readFileSync(join(folder, 'repo', 'a.ts'), 'utf8')).toContain('three');
});

test.each([
  ['a stop that came first', { stopRequested: true }, 'stopped'],
  ['a runtime that is not here', { runtimeId: 'elsewhere' }, 'provider_unavailable'],
  [
    'a repository that is not here',
    { roots: [{ repositoryId: 'rep_0000000009', key: 'f'.repeat(64), label: 'x', generation: 'f'.repeat(64) }] },
    'context_unavailable',
  ],
])('%s: nothing is sent, and the reason is told', async (_, over, code) => {
  const task = await turn({ text: 'x' }, over);
  await runTurn(deps, task, context());
  expect(last()).toMatchObject({ status: 'not_delivered', errorCode: code });
  expect(starts()).toEqual([]);
});

test('an interrupt ends a stubborn child and its grandchild, and the turn returns its end', async () => {
  const task = await turn({ hang: true, ignoreSigterm: true, grandchild: true });
  const running = runTurn(deps, task, context());
  await sent(task);
  const { pgid, startTicks } = deps.journal.get(jobOf(task))!;
  expect(createReconciler(deps).interrupt(jobOf(task))).toBe(true);
  expect(await running).toMatchObject({ status: 'settled', outcome: 'stopped' });
  expect(isGroupAlive(pgid!, startTicks)).toBe(false);
  expect(deps.journal.get(jobOf(task))).toMatchObject({ interrupt: 'acknowledged', state: 'terminal' });
});

test('a cancellation by Temporal does the same, and the end is still told', async () => {
  const cancel = new AbortController();
  const task = await turn({ hang: true });
  const running = runTurn(deps, task, context(cancel.signal));
  await sent(task);
  cancel.abort();
  expect(await running).toMatchObject({ status: 'settled', outcome: 'stopped' });
});

test('an API that fails for a while delays the end, and does not change it', async () => {
  const task = await turn({ text: 'Kept.' });
  api.refuse(/terminal$/, 503, 'unavailable', 2);
  expect(await runTurn(deps, task, context())).toMatchObject({ status: 'settled', outcome: 'answered' });
  expect(new Set(api.terminals().map((call) => JSON.stringify(call.body))).size).toBe(1);
  expect(api.terminals()).toHaveLength(3);
});

test('a draining host begins nothing, ends what runs, and keeps an end that the API did not take', async () => {
  const task = await turn({ hang: true });
  api.refuse(/terminal$/, 503, 'unavailable');
  const running = runTurn(deps, task, context());
  await sent(task);
  deps.running.drain();
  expect(await running).toEqual({ status: 'host_draining' });
  expect(await runTurn(deps, await turn({ text: 'x' }), context())).toEqual({ status: 'host_draining' });
  expect(deps.journal.unsent()).toHaveLength(1);
});

test('a host that starts again tells what its journal holds: unsent ends and lost turns', async () => {
  const ended = await turn({ text: 'Ended.' });
  api.refuse(/terminal$/, 503, 'unavailable', 1_000);
  const running = runTurn(deps, ended, context());
  await until(() => deps.journal.get(jobOf(ended))?.state === 'terminal');
  deps.running.drain();
  await running;
  const lost = { jobId: 'job_lost000001', attempt: 1 };
  deps.journal.begin({ ...lost, waveId: 'wav_0000000001' });
  deps.journal.update(lost, { runtimeId: 'scripted', pgid: 999_999, startTicks: 'gone' });
  deps.journal.sending(lost);
  deps.journal.acknowledged(lost);
  const unsent = { jobId: 'job_unsent0001', attempt: 1 };
  deps.journal.begin({ ...unsent, waveId: 'wav_0000000001' });
  await api.close();
  api = await startFakeApi();
  await restart();
  const stop = new AbortController();
  const reconciler = createReconciler(deps);
  const recovery = recoverJournal(deps, reconciler, () => undefined);
  expect(recovery.unproven).toBe(0);
  recovery.start(stop.signal);
  await until(
    () => api.terminals().length === 1 && api.calls.some((call) => call.path.includes('job_lost000001') && call.body['kind'] === 'unknown'),
  );
  expect(last()).toMatchObject({ status: 'completed', output: 'Ended.' });
  await until(() => api.calls.some((call) => call.path.includes('job_unsent0001') && call.body['kind'] === 'not_sent'));
  expect(await runTurn(deps, { ...unsent, waveId: 'wav_0000000001', deadlineMs: 1_000 }, context())).toEqual({ status: 'already_known' });
  stop.abort();
});

test('a turn that nobody runs any more holds its slot while its group lives, and an interrupt ends it with proof', async () => {
  const task = await turn({ hang: true, survive: true });
  const running = runTurn(deps, task, context());
  await sent(task);
  const { pgid, startTicks } = deps.journal.get(jobOf(task))!;
  // Another process with the same journal, as after a crash of this one.
  const orphaned = { ...deps, running: createRunningTurns() };
  const reconciler = createReconciler(orphaned);
  expect(await reconciler.look(jobOf(task))).toEqual({ status: 'alive' });
  expect(recoverJournal(orphaned, reconciler, () => undefined).unproven).toBe(1);
  expect(reconciler.interrupt(jobOf(task))).toBe(true);
  await until(() => !isGroupAlive(pgid!, startTicks));
  expect(await reconciler.look(jobOf(task))).toMatchObject({ status: 'settled' });
  await running;
});

test('an attempt that was never seen here is proven not sent, and stays refused', async () => {
  const task = await turn({ text: 'Too late.' });
  expect(await createReconciler(deps).look(jobOf(task))).toEqual({ status: 'not_sent' });
  expect(await runTurn(deps, task, context())).toEqual({ status: 'already_known' });
  expect(starts()).toEqual([]);
});

const refuses = (): never => {
  throw new JournalUnwritable('full');
};

for (const step of ['begin', 'update', 'sending'] as const)
  test(`a turn whose journal cannot be written (${step}) is refused before anything is sent, and the API hears why`, async () => {
    const task = await turn({ text: 'Never.' });
    const end = await runTurn({ ...deps, journal: { ...deps.journal, [step]: refuses } }, task, context());
    expect(end).toMatchObject({ status: 'settled' });
    expect(last()).toMatchObject({ status: 'not_delivered', errorCode: 'journal_unwritable' });
    expect(api.calls.some((call) => call.path.endsWith('/delivery'))).toBe(false);
    expect(starts()).toHaveLength(0);
  });

test('a turn whose request is sent goes on when the journal cannot be written any more, and its end is told', async () => {
  const task = await turn({ text: 'Said.' });
  const update: typeof deps.journal.update = (of, fields) => ('usage' in fields ? refuses() : deps.journal.update(of, fields));
  const journal = { ...deps.journal, update, acknowledged: refuses, terminal: refuses, accepted: refuses };
  expect(await runTurn({ ...deps, journal }, task, context())).toMatchObject({ status: 'settled', outcome: 'answered' });
  expect(last()).toMatchObject({ status: 'completed', output: 'Said.' });
  expect(starts()).toHaveLength(1);
});

test('a turn that lives is not late because the clock of its host was put forward', async () => {
  const task = await turn({ hang: true, survive: true });
  const running = runTurn(deps, task, context());
  await sent(task);
  const later = { ...deps, running: createRunningTurns(), now: () => Date.now() + 24 * 3_600_000 };
  expect(await createReconciler(later).look(jobOf(task))).toEqual({ status: 'alive' });
  deps.running.drain();
  await running;
});
