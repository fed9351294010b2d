import { sql } from 'kysely';
import type { Db } from '../database/database';

/** A hash of every row of the curated state and the runtime records: equal when nothing was written. */
export async function databaseHash(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('parley', 'runtime') order by 1`.execute(db);
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      hash: string;
    }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${sql.raw(name)} t`.execute(db);
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}
