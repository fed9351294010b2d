import { queues } from '@parley/workflows';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { commonOptions } from '../temporal/connect';
import { loadBundle } from './workflow-bundle';

const cachedWorkflows = 300;

/** Runs workflow code and nothing else: no database, no files, no network but Temporal's. */
export async function createOrchestrator(connection: NativeConnection, namespace: string): Promise<Worker> {
  return Worker.create({
    ...commonOptions(connection, namespace, 'orchestrator'),
    taskQueue: queues.waves,
    workflowBundle: await loadBundle(),
    // Another orchestrator takes over after this time when one dies.
    stickyQueueScheduleToStartTimeout: '2s',
    maxCachedWorkflows: cachedWorkflows,
  });
}
