import { sql } from 'kysely';
import type { Db, Trx } from '../database/database';
import type { ArchiveWriter } from './archive';
import { readTables, type Table } from './tables';

const rowsAtOnce = 500;

/**
 * Writes all tables as they were at one moment, while everybody goes on working: one transaction that sees one state and locks nothing. Files come after
 * the tables, and are read after them: what a host's journal says must not be older than what the tables say of it.
 */
export async function dumpDatabase(
  db: Db,
  archive: ArchiveWriter,
  readFiles: () => Promise<{ name: string; content: Buffer }[]>,
): Promise<{ rows: number }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows: applied } = await sql<{ name: string }>`select name from parley_migration order by name`.execute(trx);
      const { rows: clock } = await sql<{ at: Date }>`select now() as at`.execute(trx);
      await archive.write({
        ...{ kind: 'head', parley: 'backup', version: 1, at: (clock[0]?.at ?? new Date()).toISOString() },
        migrations: applied.map((migration) => migration.name),
      });
      let rows = 0;
      for (const table of await readTables(trx)) rows += await dumpTable(trx, archive, table);
      for (const file of await readFiles()) await archive.write({ kind: 'file', ...file });
      return { rows };
    });
}

async function dumpTable(trx: Trx, archive: ArchiveWriter, { name, columns }: Table): Promise<number> {
  await archive.write({ kind: 'table', table: name, columns: columns.map((column) => column.name) });
  await sql`declare backup_rows no scroll cursor for select to_jsonb(t)::text as json from ${sql.raw(name)} t`.execute(trx);
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.raw(String(rowsAtOnce))} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    for (const { json } of rows) await archive.write({ kind: 'row', json });
    count += rows.length;
  }
  await sql`close backup_rows`.execute(trx);
  return count;
}
