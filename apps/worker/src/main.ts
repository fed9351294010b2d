import type { Worker } from '@temporalio/worker';
import { readConfig, type WorkerConfig } from './config/worker.config';
import { startHealthServer } from './health/health-server';
import { createReadiness, type Readiness } from './health/readiness';
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
  readiness: Readiness,
): Promise<Started & { close(): Promise<void> }> {
  installRuntime(log);
  const ready = new Set<string>();
  for (const role of config.roles)
    readiness.need(role, () => (ready.has(role) ? null : 'is still starting: its log says what it waits for'));
  const { address, namespace } = config.temporal;
  const away = `does not answer at ${address}: start it, or correct TEMPORAL_ADDRESS`;
  readiness.need('temporal', () => away);
  const connection = await connect(address, ending, log);
  readiness.need('temporal', () =>
    connection
      .withDeadline(Date.now() + 1_500, () => connection.workflowService.getSystemInfo({}))
      .then(
        () => null,
        () => away,
      ),
  );
  const orchestrator = config.roles.includes('orchestrator') ? await createOrchestrator(connection, namespace) : undefined;
  if (orchestrator) ready.add('orchestrator');
  const host = config.host
    ? await createHost({ config: config.host, environment: process.env, connection, namespace, version, log, readiness, ending })
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
  const readiness = createReadiness();
  readiness.need('ending', () => (ending.signal.aborted ? 'was told to end' : null));
  let host: HostRole | undefined;
  const health =
    config.healthPort === 0
      ? undefined
      : await startHealthServer(config.healthPort, readiness, { copyJournal: () => (host ? () => host?.copyJournal() : null) });

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
    const started = await start(config, log, ending.signal, readiness);
    host = started.host;
    const stop = async (): Promise<void> => {
      await started.host?.drain(hurry.signal);
      for (const worker of started.workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    readiness.need('workers', () =>
      started.workers.every((worker) => worker.getState() === 'RUNNING') ? null : 'do not take tasks any more: the process is ending',
    );
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
