import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { bad, type Check, type Finding, good } from './check';
import type { ClockSource } from './clock-check';

const hopRuns = 5;
const hopLimitMs = 500;
const crowd = 20;
/** A fair server takes the quiet owner after one or two; an unfair one when most of the others are done. */
const fairShare = 5;
const fairRuns = 3;
const flagsWay = 'Restart Temporal with `npm start`; for a server of your own set the dynamic configuration of docs/operate.md.';

export interface TemporalTarget {
  address: string;
  namespace: string;
}

/** Runs `work` with a client and two workers on queues that nobody else uses. */
async function withProbe<T>(
  target: TemporalTarget,
  work: (client: Client, workflows: string, activities: string) => Promise<T>,
): Promise<T> {
  const [workflows, activities] = [`doctor-${randomUUID()}`, `doctor-turns-${randomUUID()}`];
  const connection = await Connection.connect({ address: target.address, connectTimeout: 5000 });
  const native = await NativeConnection.connect({ address: target.address });
  const common = { connection: native, namespace: target.namespace, identity: 'doctor' };
  try {
    const workflowWorker = await Worker.create({ ...common, taskQueue: workflows, workflowsPath: require.resolve('./probe-workflows') });
    const activityWorker = await Worker.create({
      ...common,
      taskQueue: activities,
      maxConcurrentActivityTaskExecutions: 1,
      activities: { nothing: () => Promise.resolve(), occupy: () => delay(60) },
    });
    return await activityWorker.runUntil(
      workflowWorker.runUntil(work(new Client({ connection, namespace: target.namespace }), workflows, activities)),
    );
  } finally {
    await connection.close();
    await native.close();
  }
}

const ignore = (): void => undefined;
const silent = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

async function measureHops(client: Client, taskQueue: string, activities: string): Promise<Finding> {
  let last = 0;
  // The server allows a short burst, so only a later run tells the truth.
  for (let run = 0; run < hopRuns; run += 1) {
    const began = performance.now();
    await client.workflow.execute('tenHops', {
      taskQueue,
      workflowId: `doctor/${randomUUID()}`,
      args: [activities],
      workflowExecutionTimeout: '1 minute',
    });
    last = performance.now() - began;
  }
  const detail = `ten hops in ${Math.round(last)} ms`;
  return last <= hopLimitMs
    ? good(detail)
    : bad(`${detail}, more than ${hopLimitMs}: the server polls its queues too seldom, or this machine is very busy`, flagsWay);
}

async function measureFairness(client: Client, taskQueue: string, activities: string): Promise<Finding> {
  let before = 0;
  // A server with several partitions of a queue may be fair by chance, so the worst of three counts.
  for (let run = 0; run < fairRuns; run += 1) {
    const options = {
      taskQueue,
      workflowId: `doctor/${randomUUID()}`,
      args: [activities, crowd] as [string, number],
      workflowExecutionTimeout: '1 minute' as const,
    };
    before = Math.max(before, await client.workflow.execute<(queue: string, crowd: number) => Promise<number>>('fairOrder', options));
  }
  const detail = `a quiet owner's turn came after ${before} of ${crowd} of a busy one`;
  return before <= fairShare ? good(detail) : bad(`${detail}: fairness is off`, flagsWay);
}

/** The time at which the server says that it started a workflow, which no worker takes and which is ended at once. */
export const temporalClock = (target: TemporalTarget): ClockSource => ({
  name: 'Temporal',
  async read() {
    const connection = await Connection.connect({ address: target.address, connectTimeout: 3000 });
    try {
      const { workflow } = new Client({ connection, namespace: target.namespace, identity: 'doctor' });
      const handle = await workflow.start('nothing', {
        taskQueue: `doctor-${randomUUID()}`,
        workflowId: `doctor/${randomUUID()}`,
        workflowExecutionTimeout: '10 s',
      });
      const { startTime } = await handle.describe();
      await handle.terminate('asked for the time');
      // It lies between the start and the answer, so only more than that is apart.
      return { at: startTime.getTime(), roundedMs: 1_000 };
    } finally {
      await connection.close();
    }
  },
});

/** Measured, because the server accepts unknown flags silently. */
export function temporalChecks(target: TemporalTarget): Check[] {
  Runtime.install({ logger: silent });
  return [
    {
      name: 'Temporal',
      run: async () => {
        const connection = await Connection.connect({ address: target.address, connectTimeout: 5000 }).catch(() => null);
        if (!connection) return bad(`nothing answers at ${target.address}`, 'Start it with `npm start`, or correct TEMPORAL_ADDRESS.');
        const { serverVersion } = await connection.workflowService.getSystemInfo({});
        await connection.close();
        return good(`server ${serverVersion} at ${target.address}`);
      },
    },
    { name: 'Temporal speed', run: () => withProbe(target, measureHops) },
    { name: 'Temporal fairness', run: () => withProbe(target, measureFairness) },
  ];
}
