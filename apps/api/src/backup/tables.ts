import { sql } from 'kysely';
import type { Trx } from '../database/database';

/** Everything of Parley's in the database. Text of running turns is not kept: it is of no use without them. */
export const schemas = ['auth', 'parley', 'runtime', 'slack'] as const;
const left = ['runtime.turn_draft'];

export interface Table {
  /** Quoted, with its schema. */
  name: string;
  columns: { name: string; isXid: boolean; isIdentity: boolean }[];
}

export async function readTables(trx: Trx): Promise<Table[]> {
  const { rows } = await sql<{ name: string; plain: string; columns: Table['columns'] }>`
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname as plain,
      json_agg(json_build_object('name', a.attname, 'isXid', a.atttypid = 'xid8'::regtype, 'isIdentity', a.attidentity <> '') order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in (${sql.join(schemas)})
    group by 1, 2 order by 1`.execute(trx);
  return rows.filter((row) => !left.includes(row.plain)).map(({ name, columns }) => ({ name, columns }));
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export async function readForeignKeys(trx: Trx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname in (${sql.join(schemas)})`.execute(trx);
  return rows;
}
