import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Config, UserError } from '../config/infra.config';

/** The repository's folder: this file runs from infra/dist/state or infra/src/state. */
export const repositoryRoot = resolve(__dirname, '..', '..', '..');
export const stateFolder = (config: Config): string =>
  config.PARLEY_STATE_DIR ? resolve(config.PARLEY_STATE_DIR) : join(repositoryRoot, '.parley');

/** Written by `npm start` for scripts on this machine; readable by its owner only. */
export const LocalState = z.object({
  webUrl: z.string(),
  apiUrl: z.string(),
  apiKey: z.string(),
  temporalAddress: z.string(),
  temporalNamespace: z.string(),
  temporalUiUrl: z.string().nullable(),
  databaseUrl: z.string(),
  health: z.object({ orchestrator: z.string(), host: z.string() }),
  hostName: z.string(),
});
export type LocalState = z.infer<typeof LocalState>;

export const Secrets = z.object({ postgresPassword: z.string().min(16), authSecret: z.string().min(32), hostToken: z.string().min(32) });
export type Secrets = z.infer<typeof Secrets>;

/** Whole or not at all, and never readable by others, not even for a moment. */
export function writePrivate(file: string, value: unknown): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(beside, 0o600);
  renameSync(beside, file);
}

function readJson<T extends z.ZodType>(file: string, schema: T): z.output<T> | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} is damaged: restore it, or move the folder it is in away to begin anew.`, { cause: error });
  }
}

export const readLocalState = (folder: string): LocalState | null => readJson(join(folder, 'local.json'), LocalState);
export const writeLocalState = (folder: string, state: LocalState): void => writePrivate(join(folder, 'local.json'), state);

export const secretsFile = (folder: string): string => join(folder, 'secrets.json');
export const journalFile = (folder: string): string => join(folder, 'host', 'journal.db');

/** Passwords of this machine's installation, made once: the database would not open with others. */
export function loadSecrets(folder: string): Secrets {
  const file = secretsFile(folder);
  const known = readJson(file, Secrets);
  if (known) return known;
  const fresh = {
    postgresPassword: randomBytes(24).toString('hex'),
    authSecret: randomBytes(32).toString('hex'),
    hostToken: randomBytes(32).toString('hex'),
  };
  writePrivate(file, fresh);
  return fresh;
}

export function makeFolders(folder: string): { logs: string } {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  // Run by root, PostgreSQL works under another account, which has to pass through here.
  chmodSync(folder, process.getuid?.() === 0 ? 0o755 : 0o700);
  mkdirSync(join(folder, 'host'), { recursive: true, mode: 0o700 });
  return { logs };
}
