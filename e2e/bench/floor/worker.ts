import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { curation, turns } from './activities';

/** One worker in a process of its own: `waves` as the orchestrator, `curation` as the API, `turns` as a host. */
const options: Record<string, Partial<WorkerOptions>> = {
  waves: { workflowsPath: `${__dirname}/workflows.ts` },
  curation: { activities: curation, maxConcurrentActivityTaskExecutions: 32 },
  turns: { activities: turns, maxConcurrentActivityTaskExecutions: 2 },
};

async function main(): Promise<void> {
  const [address = '', name = ''] = process.argv.slice(2);
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, taskQueue: `floor.${name}`, ...options[name] });
  const running = worker.run();
  process.stdout.write('ready\n');
  await running;
  await connection.close();
}

void main();
