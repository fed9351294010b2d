import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { randomBytes } from 'node:crypto';
import { queues, searchAttributes } from '../messages';
import { bundleWorkflows, failureConverterPath } from './bundle';
import { controlFakes, curationFakes, hostFakes } from './fake-wave';

const keyword = 2;

export interface TestTemporal {
  client: Client;
  namespace: string;
  bundle: WorkflowBundleWithSourceMap;
  startHost(hostId: string): Promise<{ stop(): Promise<void> }>;
  /** One more orchestrator, of this bundle. */
  startOrchestrator(bundle: WorkflowBundleWithSourceMap): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** A namespace of one test file: queue names are fixed in the workflows, so two files on one server must not meet. */
async function createNamespace(connection: Connection): Promise<string> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 as never } });
  const attributes = Object.fromEntries(searchAttributes.map((name) => [name, keyword]));
  for (let tries = 0; ; tries++) {
    try {
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: attributes });
      return namespace;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

/** Real server, real workers, fake activities: the orchestrator (unless a test starts its own), the curation queue, and hosts on demand. */
export async function startTemporal({ orchestrator = true } = {}): Promise<TestTemporal> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (!address) throw new Error('TEMPORAL_ADDRESS is not set: run through tools/with-services.mjs');
  Runtime.install({
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
  const [connection, native] = await Promise.all([Connection.connect({ address }), NativeConnection.connect({ address })]);
  const [namespace, bundle] = await Promise.all([createNamespace(connection), bundleWorkflows()]);
  const common = { connection: native, namespace, identity: 'test', dataConverter: { failureConverterPath } };
  const running: { worker: Worker; done: Promise<void> }[] = [];
  const run = (worker: Worker): { worker: Worker; done: Promise<void> } => {
    const entry = { worker, done: worker.run() };
    running.push(entry);
    return entry;
  };
  const end = async (entry: { worker: Worker; done: Promise<void> }): Promise<void> => {
    if (entry.worker.getState() === 'RUNNING') entry.worker.shutdown();
    await entry.done;
  };
  const startOrchestrator: TestTemporal['startOrchestrator'] = async (workflowBundle) => {
    const entry = run(await Worker.create({ ...common, taskQueue: queues.waves, workflowBundle, stickyQueueScheduleToStartTimeout: '2s' }));
    return { stop: () => end(entry) };
  };
  if (orchestrator) await startOrchestrator(bundle);
  run(await Worker.create({ ...common, taskQueue: queues.curation, activities: curationFakes }));
  return {
    client: new Client({ connection, namespace, identity: 'test', dataConverter: { failureConverterPath } }),
    namespace,
    bundle,
    startOrchestrator,
    async startHost(hostId) {
      const entries = [
        run(
          await Worker.create({
            ...common,
            taskQueue: queues.hostTurns(hostId),
            activities: hostFakes,
            maxConcurrentActivityTaskExecutions: 2,
            maxHeartbeatThrottleInterval: '1s',
          }),
        ),
        run(await Worker.create({ ...common, taskQueue: queues.hostControl(hostId), activities: controlFakes })),
      ];
      return { stop: async () => void (await Promise.all(entries.map(end))) };
    },
    async stop() {
      await Promise.all(running.map(end));
      await native.close();
      await connection.close();
    },
  };
}
