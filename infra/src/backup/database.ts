import { join } from 'node:path';
import { startPostgres } from '../../../tools/postgres.mjs';
import { freePort } from '../../../tools/processes.mjs';
import { type Config, UserError } from '../config/infra.config';
import { checkDataVersion } from '../start/checks';
import { ensureDatabase } from '../start/ensure-database';
import { runScript } from '../start/services';
import type { Secrets } from '../state/state-folder';

const hour = 3_600_000;

/** Runs the API's own program, which alone knows the tables. Its sentence is what a person reads. */
export async function runBackup(databaseUrl: string, args: readonly string[]): Promise<unknown> {
  try {
    return JSON.parse(await runScript('apps/api/dist/backup/main.js', { DATABASE_URL: databaseUrl }, args, hour));
  } catch (error) {
    const said = (error as { cause?: { stderr?: string } }).cause?.stderr?.trim();
    throw said ? new UserError(said, { cause: error }) : error;
  }
}

/** The database of an installation that does not run: its server is started for this alone, on a port of its own. */
export async function withDatabase<T>(config: Config, folder: string, secrets: Secrets, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL);
  const dataDir = join(folder, 'postgres');
  checkDataVersion(dataDir);
  const server = await startPostgres({
    ...{ dataDir, port: await freePort(), password: secrets.postgresPassword },
    ...{ logFile: join(folder, 'logs', 'postgres.log'), dieWithParent: true },
  });
  try {
    return await work(await ensureDatabase(server.url));
  } finally {
    await server.stop();
  }
}
