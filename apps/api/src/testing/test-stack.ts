import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { type ControlActivities, queues, searchAttributes, type TurnActivities } from '@parley/workflows';
import { randomBytes } from 'node:crypto';
import { installRuntime } from '../curation/runtime';
import { startRoles } from '../relay/start-roles';
import { failureConverterPath } from '../relay/temporal';
import { startTestApi, type TestApi } from './test-api';
import { completed, makeTestHost, type TestAssignment, type TestHost, type TestTerminal } from './test-host';

/** What an agent does with its turn; `signal` is aborted by an interrupt. */
export type TurnScript = (assignment: TestAssignment, signal: AbortSignal) => Promise<TestTerminal>;

export interface TestStack {
  api: TestApi;
  host: TestHost;
  temporal: Client;
  script: TurnScript;
  /** How often each attempt was handed to the provider. */
  readonly sent: Map<string, number>;
  close(): Promise<void>;
}

const keyword = 2;
const silent = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** The API with relay and curation, an orchestrator, and one host that does what `script` says: real Postgres, real Temporal, no provider. */
export async function startTestStack(): Promise<TestStack> {
  const address = process.env['TEMPORAL_ADDRESS'] ?? '';
  const connection = await Connection.connect({ address });
  const namespace = await createNamespace(connection);
  const api = await startTestApi({
    environment: { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, API_ROLES: 'http,relay,curation' },
  });
  installRuntime(api.services.log);
  const roles = startRoles(api.services);
  const host = await makeTestHost(api.url);
  const native = await NativeConnection.connect({ address });
  const common = { connection: native, namespace, identity: 'test', dataConverter: { failureConverterPath: failureConverterPath() } };
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('@parley/workflows/workflows'),
    failureConverterPath: failureConverterPath(),
    logger: silent,
    webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, conditionNames: ['@parley/source', '...'] } }),
  });
  const stack: TestStack = {
    api,
    host,
    temporal: new Client({ connection, namespace, identity: 'test', dataConverter: { failureConverterPath: failureConverterPath() } }),
    script: (assignment) => Promise.resolve(completed(`Answer of ${assignment.profileRole}.`)),
    sent: new Map(),
    async close() {
      await Promise.all(workers.map(async ({ worker, done }) => (worker.shutdown(), done)));
      await roles.close();
      await native.close();
      await connection.close();
      await api.close();
    },
  };
  const { turns, control } = hostActivities(stack);
  const workers = [
    await Worker.create({ ...common, taskQueue: queues.waves, workflowBundle }),
    await Worker.create({
      ...common,
      taskQueue: queues.hostTurns(host.hostId),
      activities: { ...turns },
      maxConcurrentActivityTaskExecutions: 2,
      maxHeartbeatThrottleInterval: '1s',
    }),
    await Worker.create({ ...common, taskQueue: queues.hostControl(host.hostId), activities: { ...control } }),
  ].map((worker) => ({ worker, done: worker.run() }));
  return stack;
}

function hostActivities(stack: TestStack): { turns: TurnActivities; control: ControlActivities } {
  const running = new Map<string, AbortController>();
  const turns: TurnActivities = {
    async runTurn({ jobId, attempt }) {
      const beat = setInterval(() => Context.current().heartbeat(), 200);
      const interrupt = new AbortController();
      running.set(jobId, interrupt);
      try {
        const assignment = await stack.host.assignment(jobId, attempt).catch(() => null);
        if (assignment === null) return { status: 'settled', outcome: 'over', hash: '' };
        stack.sent.set(`${jobId}/${attempt}`, (stack.sent.get(`${jobId}/${attempt}`) ?? 0) + 1);
        const params = { jobId, attempt };
        for (const delivery of ['sending', 'acknowledged'] as const)
          await stack.host.client.call('postDelivery', { params, body: { delivery, attestation: null } });
        return { status: 'settled', ...(await stack.host.terminal(jobId, attempt, await stack.script(assignment, interrupt.signal))) };
      } finally {
        clearInterval(beat);
        running.delete(jobId);
      }
    },
  };
  const control: ControlActivities = {
    captureContext: async (waveId) => (await stack.host.capture(waveId), { fingerprint: '' }),
    async interruptTurn({ jobId }) {
      running.get(jobId)?.abort();
      return { known: running.has(jobId) };
    },
    reconcileTurn: ({ jobId }) => Promise.resolve(running.has(jobId) ? { status: 'alive' } : { status: 'unknown' }),
  };
  return { turns, control };
}

/** A namespace of its own, with the search attributes of waves. */
export async function createNamespace(connection: Connection): Promise<string> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 as never } });
  for (let tries = 0; ; tries += 1) {
    try {
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(searchAttributes.map((name) => [name, keyword])),
      });
      return namespace;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
