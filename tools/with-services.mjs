// Runs a command with a real PostgreSQL and a real Temporal server: node tools/with-services.mjs npx jest …
// DATABASE_URL and TEMPORAL_ADDRESS win when they are set; TEST_DATABASE=testcontainers takes PostgreSQL from a container engine.
// Everything is on random ports and in memory or a temporary folder, so several runs at once do not meet.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.mjs';
import { freePort } from './processes.mjs';
import { temporalCli } from './temporal-cli.mjs';
import { startTemporal } from './temporal-server.mjs';

/** A free port can be taken by somebody else before its server listens: try again with another. @template T @param {() => Promise<T>} start */
async function twice(start) {
  return start().catch(start);
}

async function database() {
  if (process.env['DATABASE_URL']) return { url: process.env['DATABASE_URL'], stop: async () => {} };
  if (process.env['TEST_DATABASE'] === 'testcontainers') return containerDatabase();
  return twice(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    try {
      const options = {
        dataDir: join(folder, 'data'),
        port: await freePort(),
        password: randomBytes(9).toString('hex'),
        durable: false,
        dieWithParent: true,
      };
      const server = await startPostgres(options);
      return { url: server.url, stop: async () => (await server.stop(), remove()) };
    } catch (error) {
      remove();
      throw error;
    }
  });
}

async function containerDatabase() {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const image = process.env['TEST_DATABASE_IMAGE'] ?? 'postgres:18';
  const container = await new PostgreSqlContainer(image).withCommand(['postgres', '-c', 'max_connections=200', '-c', 'fsync=off']).start();
  return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
}

async function temporal() {
  if (process.env['TEMPORAL_ADDRESS']) return { address: process.env['TEMPORAL_ADDRESS'], stop: async () => {} };
  const cli = await temporalCli();
  return twice(async () =>
    startTemporal({ cli, port: await freePort(), httpPort: await freePort(), metricsPort: await freePort(), dieWithParent: true }),
  );
}

/** Starts both at the same time; when one fails, the other is stopped. */
export async function startServices() {
  const [postgres, server] = await Promise.allSettled([database(), temporal()]);
  if (postgres.status === 'fulfilled' && server.status === 'fulfilled') {
    return {
      env: { DATABASE_URL: postgres.value.url, TEMPORAL_ADDRESS: server.value.address },
      stop: async () => void (await Promise.all([postgres.value.stop(), server.value.stop()])),
    };
  }
  if (postgres.status === 'fulfilled') await postgres.value.stop();
  if (server.status === 'fulfilled') await server.value.stop();
  throw postgres.status === 'rejected' ? postgres.reason : /** @type {PromiseRejectedResult} */ (server).reason;
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (!command) {
    console.error('usage: node tools/with-services.mjs COMMAND [ARGUMENTS…]');
    return 2;
  }
  const services = await startServices();
  try {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...services.env } });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
    return await new Promise((done) => {
      child.once('error', (error) => (console.error(error.message), done(127)));
      child.once('exit', (code) => done(code ?? 1));
    });
  } finally {
    await services.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
