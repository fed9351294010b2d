import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { z } from 'zod';
import { BackupError, readArchive, writeArchive } from './archive';
import { dumpDatabase } from './dump';
import { loadDatabase } from './load';
import { type Database, openDatabase } from '../database/database';

const usage = `usage: node apps/api/dist/backup/main.js dump FILE [--file NAME=PATH …] [--ask URL] | load FILE [--replace] | check FILE [--extract FOLDER]
FILE may be - for standard output or input. URL is asked by POST before the files are read: it makes a copy of one that is in use.`;

/**
 * Backs a database up while it is in use, and restores one that is not: run by `npm run backup` and `npm run restore`, or in the API's container.
 * The result is one line of JSON, on standard error when standard output carries the backup.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      file: { type: 'string', multiple: true, default: [] },
      ask: { type: 'string' },
      replace: { type: 'boolean', default: false },
      extract: { type: 'string' },
    },
  });
  const [command, file] = positionals;
  if (file === undefined || positionals.length > 2) throw new BackupError(usage);
  switch (command) {
    case 'dump':
      return dump(file, values.file, values.ask);
    case 'load':
      return load(file, values.replace);
    case 'check':
      return check(file, values.extract);
    default:
      throw new BackupError(usage);
  }
}

async function dump(file: string, others: readonly string[], ask: string | undefined): Promise<void> {
  const readFiles = async () => {
    if (ask !== undefined) await makeCopy(ask);
    return others.map((pair) => {
      const [name = '', ...path] = pair.split('=');
      return { name, content: readFileSync(path.join('=')) };
    });
  };
  // Never readable by others, not even for a moment; and no backup that is already there is written over.
  const handle = file === '-' ? null : openSync(file, 'wx', 0o600);
  const output: Writable = handle === null ? process.stdout : createWriteStream('', { fd: handle, autoClose: false });
  try {
    const archive = writeArchive(output, handle !== null);
    const result = await withDatabase((database) => dumpDatabase(database.db, archive, readFiles));
    await archive.finish();
    if (handle !== null) fsyncSync(handle);
    tell(result, file === '-');
  } catch (error) {
    if (handle !== null) rmSync(file, { force: true });
    throw error;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

async function makeCopy(url: string): Promise<void> {
  const options = { method: 'POST', headers: { 'x-parley-action': 'backup' }, signal: AbortSignal.timeout(60_000) };
  const response = await fetch(url, options).catch(() => null);
  if (!response?.ok) throw new BackupError(`The host made no copy of its journal (${response?.status ?? 'no answer'}): see its log.`);
}

async function load(file: string, replace: boolean): Promise<void> {
  tell(await withDatabase((database) => loadDatabase(database.db, readArchive(inputOf(file)), { replace })));
}

/** Reads all of it, and writes the files that it carries to a folder. */
async function check(file: string, folder: string | undefined): Promise<void> {
  const found = { at: '', tables: 0, rows: 0, files: [] as string[] };
  const contents: { name: string; content: Buffer }[] = [];
  for await (const entry of readArchive(inputOf(file))) {
    if (entry.kind === 'head') found.at = entry.at;
    else if (entry.kind === 'table') found.tables += 1;
    else if (entry.kind === 'row') found.rows += 1;
    else contents.push(entry);
  }
  found.files = contents.map(({ name }) => name);
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { name, content } of contents) writeFileSync(join(folder, name), content, { mode: 0o600 });
  }
  tell(found);
}

const inputOf = (file: string): Readable => (file === '-' ? process.stdin : createReadStream(file));
const tell = (result: object, beside = false): void => void (beside ? process.stderr : process.stdout).write(`${JSON.stringify(result)}\n`);

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const environment = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) }).safeParse(process.env);
  if (!environment.success) throw new BackupError('DATABASE_URL is missing, or is not a postgres:// address.');
  const url = new URL(environment.data.DATABASE_URL);
  // Not taken for an API that uses the database.
  url.searchParams.set('application_name', 'parley-backup');
  const database = openDatabase(url.href, { pool: 2, log: pino({ level: 'silent' }) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const said =
      error instanceof BackupError
        ? error.message
        : `It did not work (${(error as { code?: string }).code ?? (error as Error).name}): ${(error as Error).message}`;
    process.stderr.write(`${said}\n`);
    process.exit(1);
  },
);
