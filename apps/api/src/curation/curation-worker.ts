import type { Client } from '@temporalio/client';
import { type ActivityInterceptorsFactory, NativeConnection, Worker } from '@temporalio/worker';
import { ParleyError } from '@parley/domain';
import { activityFailure, queues } from '@parley/workflows';
import type { Services } from '../app/services';
import { safeError } from '../http/safe-error';
import { reconcileActivities } from '../reconcile/reconcile';
import { ensureReconcileSchedule } from '../reconcile/schedule';
import { errorCode } from '../relay/error-code';
import { failureConverterPath, temporalIdentity, type TemporalOptions } from '../relay/temporal';
import { curationActivities } from './activities';
import { installRuntime } from './runtime';

const retryMs = 1_000;
const longestRetryMs = 15_000;

export interface CurationWorker {
  /** Whether activities are polled for now. */
  isRunning(): boolean;
  close(): Promise<void>;
}

/**
 * Serves the `curation` queue in the API's process. While Temporal is away it tries again, so that the API starts and serves people
 * without it; on the way up it reconciles once, for what happened meanwhile.
 */
export function startCuration(services: Services, client: Client, options: TemporalOptions): CurationWorker {
  installRuntime(services.log);
  let closed = false;
  let worker: Worker | null = null;
  let cancelPause = (): void => undefined;

  const serve = async (): Promise<void> => {
    const connection = await NativeConnection.connect({ address: options.address });
    try {
      const reconcile = reconcileActivities(services, client);
      worker = await Worker.create({
        connection,
        namespace: options.namespace,
        taskQueue: queues.curation,
        identity: temporalIdentity,
        activities: { ...curationActivities(services), ...reconcile },
        dataConverter: { failureConverterPath: failureConverterPath() },
        interceptors: { activity: [closeFailures(services)] },
        maxConcurrentActivityTaskExecutions: 32,
        shutdownGraceTime: '10s',
      });
      if (closed) return;
      void prepare(services, client, () => reconcile.reconcileAll());
      await worker.run();
    } finally {
      worker = null;
      await connection.close();
    }
  };

  const run = async (): Promise<void> => {
    for (let wait = retryMs; !closed; wait = Math.min(wait * 2, longestRetryMs)) {
      const began = performance.now();
      await serve().catch((error: unknown) => services.log.warn({ code: errorCode(error) }, 'curation is waiting for Temporal'));
      if (closed) return;
      if (performance.now() - began > longestRetryMs) wait = retryMs;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        cancelPause = () => (clearTimeout(timer), resolve());
      });
    }
  };
  const running = run();

  return {
    isRunning: () => worker?.getState() === 'RUNNING',
    async close() {
      closed = true;
      cancelPause();
      if (worker?.getState() === 'RUNNING') worker.shutdown();
      await running;
    },
  };
}

/** The history gets a closed type only: that of a refusal says whether to try again. The place of a defect is logged here: names and stack, never a message. */
const closeFailures =
  (services: Services): ActivityInterceptorsFactory =>
  (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          services.room.note(error);
          const { activityType, attempt } = context.info;
          if (!(error instanceof ParleyError))
            services.log.error({ activityType, attempt, err: safeError(error) }, 'a step of a wave failed');
          throw activityFailure(error);
        }
      },
    },
  });

/** The schedule and the first look; neither keeps the worker from serving. */
async function prepare(services: Services, client: Client, reconcile: () => Promise<unknown>): Promise<void> {
  try {
    await ensureReconcileSchedule(client);
    await reconcile();
  } catch (error) {
    services.log.warn({ code: errorCode(error) }, 'the first reconcile did not finish; the schedule will');
  }
}
