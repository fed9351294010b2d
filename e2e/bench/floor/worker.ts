import { NativeConnection, Runtime, DefaultLogger, Worker } from '@temporalio/worker';
import { curation, turns } from './activities';

/** The bare workflows and their activities in a process of their own, as the real ones are in theirs. Each kind has its queue, so that no task is handed over eagerly. */
async function main(): Promise<void> {
  const [address = ''] = process.argv.slice(2);
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address });
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: 'floor.waves', workflowsPath: `${__dirname}/workflows.ts` }),
    Worker.create({ connection, taskQueue: 'floor.curation', activities: curation, maxConcurrentActivityTaskExecutions: 32 }),
    Worker.create({ connection, taskQueue: 'floor.turns', activities: turns, maxConcurrentActivityTaskExecutions: 2 }),
  ]);
  const running = workers.map((worker) => worker.run());
  process.stdout.write('ready\n');
  await Promise.all(running);
  await connection.close();
}

void main();
