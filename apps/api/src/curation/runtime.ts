import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

let installed = false;

/**
 * Temporal's native part, once per process. It leaves signals to the application, and its log lines reach ours with ids only: the error beside a failed
 * activity could hold a row's text.
 */
export function installRuntime(log: Logger): void {
  if (installed) return;
  installed = true;
  const temporal = log.child({ component: 'temporal' });
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} } },
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // This process serves activities only, by design.
      if (message.startsWith('No workflows registered')) return;
      const { activityType, workflowId, attempt } = meta ?? {};
      temporal[level === 'ERROR' ? 'error' : 'warn']({ activityType, workflowId, attempt }, message);
    }),
  });
}
