import { sql } from 'kysely';
import { type Db, type Trx, withTransaction } from '../database/database';
import { migrate } from '../database/migrate';
import { migrations } from '../database/migrations';
import { BackupError, type Entry, type Head } from './archive';
import { readForeignKeys, readTables, schemas, type Table } from './tables';
import { stopWhatWasOpen } from './stop-what-was-open';

export interface Loaded {
  at: string;
  rows: number;
  /** Responses that were under way when the backup was made: each was stopped, and none is sent again. */
  stopped: { settled: number; asked: number };
}

const rowsAtOnce = 500;
const bytesAtOnce = 1024 * 1024;

/**
 * Puts a backup in the place of what the database has, whole or not at all: one transaction makes the tables in the shape that they had, fills them, brings
 * them to the shape of this release, and stops what was under way. Nobody else may use the database meanwhile.
 */
export async function loadDatabase(db: Db, entries: AsyncIterable<Entry>, options: { replace: boolean }): Promise<Loaded> {
  // The tables of the migrations themselves.
  await migrate(db);
  return withTransaction(db, async (trx) => {
    await refuseIfUsed(trx, options.replace);
    const iterator = entries[Symbol.asyncIterator]();
    const head = await readHead(iterator);
    await emptyDatabase(trx);
    await runMigrations(trx, head.migrations);
    const rows = await loadRows(trx, iterator);
    await runMigrations(
      trx,
      Object.keys(migrations).filter((name) => !head.migrations.includes(name)),
    );
    const stopped = await stopWhatWasOpen(trx);
    return { at: head.at, rows, stopped };
  });
}

async function refuseIfUsed(trx: Trx, replace: boolean): Promise<void> {
  const { rows: others } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'parley-api'`.execute(trx);
  if (others.length > 0) throw new BackupError('An API of Parley is connected to this database. Stop it first.');
  const person = await trx.selectFrom('parley.person').select('id').limit(1).executeTakeFirst();
  if (person && !replace)
    throw new BackupError('This database is in use: it has people and conversations. Say --replace to give them up for the backup.');
}

async function readHead(entries: AsyncIterator<Entry>): Promise<Head> {
  const first = await entries.next();
  if (first.done === true || first.value.kind !== 'head') throw new BackupError('This is not a backup of Parley.');
  const head = first.value;
  const unknown = head.migrations.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new BackupError(`The backup was made by a newer version (it has ${unknown.join(', ')}). Update first.`);
  return head;
}

async function emptyDatabase(trx: Trx): Promise<void> {
  for (const schema of schemas) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(trx);
  await sql`delete from parley_migration`.execute(trx);
}

async function runMigrations(trx: Trx, names: readonly string[]): Promise<void> {
  for (const name of [...names].sort()) {
    await migrations[name]?.up(trx);
    await sql`insert into parley_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(trx);
  }
}

/** Foreign keys are taken off while rows come in any order, and put on again over all of them: a row that points nowhere fails the whole load. */
async function loadRows(trx: Trx, entries: AsyncIterator<Entry>): Promise<number> {
  const tables = new Map((await readTables(trx)).map((table) => [table.name, table]));
  const keys = await readForeignKeys(trx);
  for (const { table, name } of keys) await sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`.execute(trx);
  // What a migration put there itself is in the backup, too.
  for (const name of tables.keys()) await sql`delete from ${sql.raw(name)}`.execute(trx);

  let into: Table | undefined;
  let waiting: string[] = [];
  let bytes = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (into && waiting.length > 0) await insertRows(trx, into, waiting);
    rows += waiting.length;
    [waiting, bytes] = [[], 0];
  };
  for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
    const entry = next.value;
    if (entry.kind === 'table') {
      await flush();
      into = tableFor(tables, entry);
    } else if (entry.kind === 'row') {
      waiting.push(entry.json);
      bytes += entry.json.length;
      if (waiting.length >= rowsAtOnce || bytes >= bytesAtOnce) await flush();
    }
  }
  await flush();
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.raw(name)} ${sql.raw(definition)}`.execute(trx);
  for (const table of tables.values()) await continueCounting(trx, table);
  return rows;
}

function tableFor(tables: ReadonlyMap<string, Table>, wanted: { table: string; columns: string[] }): Table {
  const table = tables.get(wanted.table);
  const lacking = wanted.columns.filter((name) => !table?.columns.some((column) => column.name === name));
  if (!table || lacking.length > 0) throw new BackupError(`The backup has ${wanted.table} in a shape that its migrations do not make.`);
  return table;
}

/**
 * Rows of the event log take this transaction's id: those of the server that the backup comes from mean nothing here, and readers would wait for
 * them for ever (docs/adr/0002-event-stream-horizon.md).
 */
async function insertRows(trx: Trx, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const into = sql.join(columns.map((column) => sql.id(column.name)));
  const values = sql.join(columns.map((column) => (column.isXid ? sql`pg_current_xact_id()` : sql.id(column.name))));
  const json = `[${rows.join(',')}]`;
  await sql`insert into ${sql.raw(name)} (${into}) overriding system value
    select ${values} from jsonb_populate_recordset(null::${sql.raw(name)}, ${json}::text::jsonb)`.execute(trx);
}

async function continueCounting(trx: Trx, { name, columns }: Table): Promise<void> {
  for (const column of columns.filter((candidate) => candidate.isIdentity))
    await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), greatest(max(${sql.id(column.name)}), 1)) from ${sql.raw(name)}`.execute(
      trx,
    );
}
