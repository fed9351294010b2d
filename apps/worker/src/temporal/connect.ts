import { NativeConnection, Runtime, type WorkerOptions } from '@temporalio/worker';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log';

export const failureConverterPath = require.resolve('@parley/workflows/failure-converter');

/** Options of every worker: the one failure converter, and an identity that names no machine. */
export const commonOptions = (
  connection: NativeConnection,
  namespace: string,
  identity: string,
): Pick<WorkerOptions, 'connection' | 'namespace' | 'identity' | 'dataConverter'> => ({
  ...{ connection, namespace, identity },
  dataConverter: { failureConverterPath },
});

/** The SDK's log goes into ours, without its free text fields: messages of the SDK are fixed, attributes are not. */
export function installRuntime(log: Logger): void {
  const write = (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') => (message: string) => {
    // Rejecting a reservation with AbortError is the documented way, and is logged as an error at every shutdown.
    if (message.includes('custom slot supplier')) return;
    log[level]({ sdk: true }, message.slice(0, 200));
  };
  Runtime.install({
    logger: {
      trace: write('trace'),
      debug: write('debug'),
      info: write('debug'),
      warn: write('warn'),
      error: write('error'),
      log: (level, message) => write(level === 'ERROR' ? 'error' : 'debug')(message),
    },
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
    shutdownSignals: [],
  });
}

/** Waits for a server that is not there yet: processes may start in any order. */
export async function connect(address: string, signal: AbortSignal, log: Logger): Promise<NativeConnection> {
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    signal.throwIfAborted();
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      log.warn({ err: error }, 'Temporal does not answer yet');
    }
    await delay(pause, undefined, { signal });
  }
}
