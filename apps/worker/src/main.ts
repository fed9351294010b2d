import type { Worker } from '@temporalio/worker';
import { readConfig, type WorkerConfig } from './config/worker.config';
import { startHealthServer } from './health/health-server';
import { createHost, type HostRole } from './host/create-host';
import { createLog, type Logger } from './log';
import { createOrchestrator } from './orchestrator/start-orchestrator';
import { connect, installRuntime } from './temporal/connect';

const version = '0.1.0';
/** A process that has not ended by itself after this time ends anyway: the journal holds what a later start needs. */
const watchdogMs = 20_000;

interface Started {
  workers: Worker[];
  host: HostRole | undefined;
}

async function start(
  config: WorkerConfig,
  log: Logger,
  ending: AbortSignal,
  ready: Set<string>,
): Promise<Started & { close(): Promise<void> }> {
  installRuntime(log);
  const connection = await connect(config.temporal.address, ending, log);
  const { namespace } = config.temporal;
  const orchestrator = config.roles.includes('orchestrator') ? await createOrchestrator(connection, namespace) : undefined;
  if (orchestrator) ready.add('orchestrator');
  const host = config.host
    ? await createHost({ config: config.host, environment: process.env, connection, namespace, version, log, ending })
    : undefined;
  if (host) ready.add('host');
  return {
    workers: [...(orchestrator ? [orchestrator] : []), ...(host?.workers ?? [])],
    host,
    async close() {
      await host?.close();
      await connection.close();
    },
  };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const ending = new AbortController();
  const hurry = new AbortController();
  const ready = new Set<string>();
  const missing = (): string[] => [...config.roles.filter((role) => !ready.has(role)), ...(ending.signal.aborted ? ['ending'] : [])];
  const health = config.healthPort === 0 ? undefined : await startHealthServer(config.healthPort, missing);

  const end = (): void => {
    if (ending.signal.aborted) return;
    log.info('ending');
    ending.abort();
    setTimeout(
      () => {
        log.error('not ended in time');
        process.exit(1);
      },
      watchdogMs + (config.host?.drainMs ?? 0),
    ).unref();
  };
  // A second signal ends the patience with running turns.
  const onSignal = (): void => (ending.signal.aborted ? hurry.abort() : end());
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  try {
    const started = await start(config, log, ending.signal, ready);
    const stop = async (): Promise<void> => {
      await started.host?.drain(hurry.signal);
      for (const worker of started.workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    const runs = started.workers.map((worker) => worker.run());
    if (ending.signal.aborted) void stop();
    else ending.signal.addEventListener('abort', () => void stop(), { once: true });
    // One worker that ends by itself takes the others with it: half a process looks alive and is not.
    await Promise.race(runs).finally(end);
    await Promise.all(runs);
    await started.close();
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    await health?.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'the worker failed'}\n`);
    process.exit(1);
  },
);
