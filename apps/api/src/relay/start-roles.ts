import type { Services } from '../app/services';
import { startCuration } from '../curation/curation-worker';
import { addTemporalWarnings } from '../ops/warnings';
import { watchWaits } from '../reconcile/watch-waits';
import { startRelay } from './relay';
import { openTemporal } from './temporal';
import { registerWaveMetrics } from './wave-metrics';

/** The parts of the API that speak with Temporal, as `API_ROLES` names them. Nothing is opened when it names neither. */
export function startRoles(services: Services): { close(): Promise<void> } {
  const { config } = services;
  const wantsRelay = config.API_ROLES.includes('relay');
  const wantsCuration = config.API_ROLES.includes('curation');
  if (!wantsRelay && !wantsCuration) return { close: () => Promise.resolve() };
  const options = { address: config.TEMPORAL_ADDRESS, namespace: config.TEMPORAL_NAMESPACE };
  const temporal = openTemporal(options);
  services.readiness.add('temporal', async () => {
    await temporal.client.withDeadline(Date.now() + 1_500, () => temporal.client.connection.workflowService.getSystemInfo({}));
    return null;
  });
  addTemporalWarnings(services, temporal.client, config.TEMPORAL_NAMESPACE);
  registerWaveMetrics(services);
  const relay = wantsRelay ? startRelay(services, temporal.client) : null;
  const waits = wantsRelay ? watchWaits(services) : null;
  const curation = wantsCuration ? startCuration(services, temporal.client, options) : null;
  if (curation) services.readiness.add('curation', async () => (curation.isRunning() ? null : 'does not poll its queue yet'));
  return {
    async close() {
      await Promise.all([relay?.close(), curation?.close(), waits?.close()]);
      await temporal.close();
    },
  };
}
