import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { closeApp } from './app/close-app';
import { createApp } from './app/create-app';
import { createServices } from './app/create-services';
import { startServices } from './app/start-services';
import { ConfigError, parseConfig } from './config/config';
import { migrate } from './database/migrate';
import { safeError } from './http/safe-error';
import { startRoles } from './relay/start-roles';

const shutdownMs = 8_000;

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL, base: { app: 'api' } });
  const services = createServices(config, { log });
  const { applied } = await migrate(services.db);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await startServices(services);
  const app = await createApp(services);
  await app.listen(config.API_PORT, config.API_HOST);
  log.info({ url: await app.getUrl(), roles: config.API_ROLES }, 'API is listening');
  const roles = startRoles(services);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(() => closeApp(app, services, roles), log));
}

/** Goes in any case: what does not end by itself is ended by the clock. */
async function shutDown(close: () => Promise<void>, log: Logger): Promise<void> {
  const late = sleep(shutdownMs, 'late' as const);
  const orderly = close().then(
    () => 'done' as const,
    (error: unknown) => {
      log.error({ err: safeError(error) }, 'shutdown failed');
      return 'failed' as const;
    },
  );
  const end = await Promise.race([orderly, late]);
  if (end === 'late') log.warn({ shutdownMs }, 'shutdown took too long');
  process.exit(end === 'done' ? 0 : 1);
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else pino().fatal({ err: safeError(error) }, 'the API could not start');
  process.exit(1);
});
