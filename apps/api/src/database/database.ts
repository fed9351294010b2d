import { Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres, { type Sql } from 'postgres';
import type { DB } from './schema.gen';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What a query needs when it does not care whether a transaction is open. */
export type Reader = Db | Trx;

export interface Database {
  db: Db;
  /** The pool below `db`, for LISTEN and NOTIFY only. */
  sql: Sql;
  /** Ends within `ms`, also when a connection is still being reserved and would keep the pool open. */
  close(ms?: number): Promise<void>;
}

export function openDatabase(url: string, options: { pool: number }): Database {
  const sql = postgres(url, {
    max: options.pool,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'parley-api' },
    // int8 is a sequence or a count here, far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: (text: string) => Number(text), serialize: (value: number | bigint) => String(value) } },
  }) as unknown as Sql;
  const db = new Kysely<DB>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return {
    db,
    sql,
    async close(ms = 5_000) {
      await sql.end({ timeout: ms / 1_000 });
    },
  };
}

/** One transaction per operation. Everything inside sees one state or leaves nothing. */
export function withTransaction<T>(db: Reader, work: (trx: Trx) => Promise<T>): Promise<T> {
  // An operation that is part of a larger one joins it.
  if (db.isTransaction) return work(db as Trx);
  return db.transaction().execute(work);
}
