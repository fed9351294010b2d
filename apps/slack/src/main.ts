import pino from 'pino';
import { createApiClient } from './api';
import { parseConfig } from './config/slack.config';
import { startHealthServer } from './health-server';
import { findMissing } from './readiness';

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL, base: { app: 'slack' } });
  const client = createApiClient(config);
  const health = await startHealthServer(config.HEALTH_PORT, () => findMissing(config, client));
  log.info({ missing: await findMissing(config, client) }, 'Slack service runs');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      health.close(() => process.exit(0));
      health.closeAllConnections();
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
