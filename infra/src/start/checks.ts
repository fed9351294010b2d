import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { bundledMajor, dataMajor } from '../../../tools/postgres.mjs';
import { UserError } from '../config/infra.config';
import { repositoryRoot } from '../state/state-folder';

const mebibyte = 1024 * 1024;
/** A new database and Temporal's binary take about 250 MiB; after that, room to write a working day. */
export const neededBytes = (isFirstStart: boolean): number => (isFirstStart ? 1024 : 256) * mebibyte;

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function checkDiskSpace(folder: string): void {
  const needed = neededBytes(!existsSync(join(folder, 'postgres')));
  const free = freeBytes(folder);
  if (free >= needed) return;
  throw new UserError(
    `Only ${Math.floor(free / mebibyte)} MiB are free where ${folder} is, and ${needed / mebibyte} MiB are needed: make room, or set PARLEY_STATE_DIR to a folder on another disk.`,
  );
}

/** The data folder of another PostgreSQL major version cannot be opened, only dumped by that version and loaded into this one. */
export function checkDataVersion(dataDir: string): void {
  const [made, bundled] = [dataMajor(dataDir), bundledMajor()];
  if (!made || made === bundled) return;
  throw new UserError(
    `The database in ${dataDir} was made by PostgreSQL ${made}, and this version of Parley brings PostgreSQL ${bundled}: dump it with PostgreSQL ${made} (pg_dumpall), move the folder away, start again and load the dump, or set DATABASE_URL to a server that has it.`,
  );
}

/** Names of the migrations of this version, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(join(repositoryRoot, 'apps/api/dist/database/migrations'))
    .filter((file) => /^\d.*\.js$/.test(file))
    .map((file) => file.slice(0, -'.js'.length))
    .sort();

/** Migrations that the database has and those of this version that it lacks. An empty database has none. */
export async function readMigrations(databaseUrl: string): Promise<{ applied: string[]; missing: string[]; unknown: string[] }> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [table] = await sql<{ name: string | null }[]>`select to_regclass('parley_migration')::text as name`;
    const applied = table?.name
      ? (await sql<{ name: string }[]>`select name from parley_migration order by name`).map((row) => row.name)
      : [];
    const known = knownMigrations();
    return { applied, missing: known.filter((name) => !applied.includes(name)), unknown: applied.filter((name) => !known.includes(name)) };
  } finally {
    await sql.end({ timeout: 2 });
  }
}

export async function checkDatabase(databaseUrl: string): Promise<void> {
  const { unknown } = await readMigrations(databaseUrl);
  if (unknown.length === 0) return;
  throw new UserError(
    `The database belongs to a newer version of Parley (it has ${unknown.join(', ')}): update this checkout (\`git pull\`), or set PARLEY_STATE_DIR to another folder for this version.`,
  );
}
