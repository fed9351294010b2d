import { Client, Connection } from '@temporalio/client';
import {
  type CurationActivities,
  queues,
  searchAttributes,
  stopRequested,
  type WaveStep,
  waveWorkflowId,
  waveWorkflowType,
} from '@parley/workflows';
import { scriptedProviderPath } from '@parley/testing';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config/worker.config';
import { createReadiness } from '../health/readiness';
import { createLog } from '../log';
import { createOrchestrator } from '../orchestrator/start-orchestrator';
import { commonOptions, failureConverterPath, installRuntime } from '../temporal/connect';
import { type FakeApi, startFakeApi } from '../testing/fake-api';
import { createHost } from './create-host';

jest.setTimeout(60_000);
const hostId = 'hst_0000000001';
const keyword = 2;
let namespace = '';
let native: NativeConnection;
let connection: Connection;
let client: Client;
let folder = '';
let api: FakeApi;
const undo: (() => Promise<unknown>)[] = [];
const closed = new Map<string, string>();
let nextStep: (waveId: string) => WaveStep;

const curation: CurationActivities = {
  loadWave: async () => ({
    policy: 'direct',
    conversationId: 'cnv_0000000001',
    ownerId: 'per_0000000001',
    predecessorSettled: true,
    stopRequested: false,
    contextHostIds: [],
    link: 'http://localhost',
    turnDeadlineMs: 60_000,
    settled: false,
  }),
  freezeContext: async () => ({ gate: 'ready' }),
  decideGate: async () => ({ gate: 'canceled' }),
  advanceWave: async (waveId) => nextStep(waveId),
  recordStopping: async () => undefined,
  recordWaiting: async () => null,
  recordRecovery: async (_, jobId) => void closed.set(jobId, 'recovery'),
  settleTurn: async (jobId, _, evidence) => void closed.set(jobId, evidence),
  settleWave: async () => ({ outcome: 'complete', successorId: null }),
};
const run = (worker: Worker): Worker => {
  const done = worker.run();
  undo.push(async () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
    await done;
  });
  return worker;
};

beforeAll(async () => {
  const address = process.env['TEMPORAL_ADDRESS'] ?? '';
  installRuntime(createLog('silent'));
  [connection, native] = await Promise.all([Connection.connect({ address }), NativeConnection.connect({ address })]);
  namespace = `test-${randomBytes(6).toString('hex')}`;
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 as never } });
  for (let tries = 0; ; tries++) {
    try {
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(searchAttributes.map((name) => [name, keyword])),
      });
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  client = new Client({ connection, namespace, dataConverter: { failureConverterPath } });
  run(await createOrchestrator(native, namespace));
  run(await Worker.create({ ...commonOptions(native, namespace, 'test'), taskQueue: queues.curation, activities: curation }));
});
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await native.close();
  await connection.close();
  await Runtime.instance().shutdown();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-host-'));
  api = await startFakeApi();
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startHost(capacity = 2, drainMs = 0): Promise<{ drain(hurry?: AbortSignal): Promise<number> }> {
  const environment = {
    ...process.env,
    WORKER_ROLES: 'host',
    HOST_NAME: 'test',
    HOST_TOKEN: 'token',
    HOST_STATE_DIR: folder,
    HOST_CAPACITY: String(capacity),
    HOST_DRAIN_MS: String(drainMs),
    API_URL: api.url,
    SCRIPTED_PROVIDER: scriptedProviderPath,
  };
  const ending = new AbortController();
  const host = await createHost({
    config: readConfig(environment).host!,
    environment,
    connection: native,
    namespace,
    version: 'test',
    log: createLog('silent'),
    readiness: createReadiness(),
    ending: ending.signal,
  });
  const runs = host.workers.map((worker) => worker.run());
  return {
    async drain(hurry = new AbortController().signal) {
      const begun = Date.now();
      ending.abort();
      await host.drain(hurry);
      for (const worker of host.workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(runs);
      await host.close();
      return Date.now() - begun;
    },
  };
}
const startWave = async (n: string, script: object) => {
  const jobId = `job_${n}`;
  api.assignments.set(`${jobId}/1`, {
    ...{
      jobId,
      attempt: 1,
      waveId: `wav_${n}`,
      conversationId: 'cnv_0000000001',
      role: 'answer',
      profileRole: 'lead',
      runtimeId: 'scripted',
      modelId: 'scripted-1',
      effort: null,
      sections: [],
      target: null,
    },
    ...{
      question: `[[script:${JSON.stringify({ lead: script })}]]`,
      concerns: [],
      roots: [],
      contextFingerprint: 'e'.repeat(64),
      deadlineMs: 60_000,
      outputLimitBytes: 65_536,
      stopRequested: false,
    },
  });
  return client.workflow.start(waveWorkflowType, { workflowId: waveWorkflowId(`wav_${n}`), taskQueue: queues.waves, args: [`wav_${n}`] });
};
const log = (): string => {
  try {
    return readFileSync(join(folder, 'scripted-provider.log'), 'utf8');
  } catch {
    return '';
  }
};
const until = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 500 && !holds(); i++) await new Promise((done) => setTimeout(done, 20));
  expect(holds()).toBe(true);
};
const once = (waveId: string): WaveStep =>
  closed.has(`asked ${waveId}`)
    ? { next: 'settle' }
    : (closed.set(`asked ${waveId}`, ''),
      { next: 'run', phase: 'answer', turns: [{ jobId: waveId.replace('wav_', 'job_'), attempt: 1, hostId }] });

test('a wave runs through orchestrator and host', async () => {
  nextStep = once;
  const host = await startHost();
  await (await startWave('00000000run', { text: 'Hello.' })).result();
  expect(api.terminals().map((call) => call.body['output'])).toEqual(['Hello.']);
  expect(await host.drain()).toBeLessThan(3_000);
});

test('a host of one runs one turn at a time', async () => {
  nextStep = once;
  const host = await startHost(1);
  const handles = await Promise.all(['00000000one', '00000000two', '0000000three'].map((n) => startWave(n, { text: 'x', delayMs: 150 })));
  await Promise.all(handles.map((handle) => handle.result()));
  const events = log()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ')[0])
    .filter((event) => event === 'started' || event === 'completed');
  expect(events).toEqual(['started', 'completed', 'started', 'completed', 'started', 'completed']);
  await host.drain();
});

test('a host that is told to end ends its running turn, tells the end, and is gone in bounded time', async () => {
  nextStep = once;
  const host = await startHost();
  const handle = await startWave('0000000drain', { hang: true, ignoreSigterm: true, grandchild: true });
  await until(() => log().includes('started job_0000000drain'));
  expect(await host.drain()).toBeLessThan(8_000);
  await handle.result();
  expect(api.terminals().at(-1)?.body).toMatchObject({ status: 'interrupted', errorCode: 'host_stopped' });
});

test('a host with time to drain lets its turn end and begins no other; the next process takes what waits', async () => {
  nextStep = once;
  const host = await startHost(1, 30_000);
  const first = await startWave('000000patient', { text: 'In its own time.', delayMs: 1_500 });
  await until(() => log().includes('started job_000000patient'));
  const second = await startWave('0000000waits', { text: 'Later.' });
  await host.drain();
  await first.result();
  expect(api.terminals().at(-1)?.body).toMatchObject({ status: 'completed', output: 'In its own time.' });
  expect(log()).not.toContain('job_0000000waits');
  const next = await startHost(1);
  await second.result();
  expect(log().match(/started job_0000000waits 1 /g)).toHaveLength(1);
  await next.drain();
});

test('a draining host is still reached by a stop', async () => {
  nextStep = once;
  const host = await startHost(1, 30_000);
  const handle = await startWave('00000stopped', { hang: true });
  await until(() => log().includes('started job_00000stopped'));
  const draining = host.drain();
  await handle.signal(stopRequested, { stopId: 'stop' });
  await handle.result();
  expect(api.terminals().at(-1)?.body).toMatchObject({ status: 'interrupted', errorCode: null });
  expect(await draining).toBeLessThan(10_000);
});

test('a draining host that is told to hurry ends its turn at once', async () => {
  nextStep = once;
  const host = await startHost(1, 30_000);
  const handle = await startWave('000000hurried', { hang: true });
  await until(() => log().includes('started job_000000hurried'));
  expect(await host.drain(AbortSignal.timeout(300))).toBeLessThan(8_000);
  await handle.result();
  expect(api.terminals().at(-1)?.body).toMatchObject({ status: 'interrupted', errorCode: 'host_stopped' });
});
