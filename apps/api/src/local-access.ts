import pino from 'pino';
import { closeServices, createServices } from './app/create-services';
import { ensureWorkspace } from './app/start-services';
import { grantLocalAccess } from './auth/local-access';
import { ConfigError, parseConfig } from './config/config';
import { migrate } from './database/migrate';

/** Run by `npm start` with the environment of the API: prints `{apiKey, linkToken, ownerId}` as JSON, and nothing else, on standard output. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const services = createServices(config, { log: pino({ level: config.LOG_LEVEL }, pino.destination(2)) });
  await migrate(services.db);
  await ensureWorkspace(services);
  await services.clock.open();
  process.stdout.write(`${JSON.stringify(await grantLocalAccess(services))}\n`);
  await closeServices(services);
}

main().then(
  // A pool that is still reserving a connection would keep the process.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : `Access for this machine could not be made: ${String(error)}`}\n`,
    );
    process.exit(1);
  },
);
