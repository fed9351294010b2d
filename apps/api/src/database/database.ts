import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { Client, type ClientConfig, Pool, types } from 'pg';
import type { DB } from './schema.gen';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What a query needs when it does not care whether a transaction is open. */
export type Reader = Db | Trx;

export interface Database {
  db: Db;
  /** A connection of its own, outside the pool, for LISTEN. The caller connects, watches and ends it. */
  newClient(): Client;
  /** Lets go of the pool; its connections end when their queries have ended. */
  close(): Promise<void>;
}

// int8 is a sequence or a count here, far below 2^53.
const parsers: ClientConfig['types'] = {
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : (types.getTypeParser(oid, format) as (text: string) => unknown)),
};

/** `log` hears of connections that the server ended; whoever used one gets the error as well. */
export function openDatabase(url: string, options: { pool: number; log: Pick<Logger, 'debug'> }): Database {
  const common: ClientConfig = {
    connectionString: url,
    application_name: 'parley-api',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: parsers,
  };
  const pool = new Pool({ ...common, max: options.pool, idleTimeoutMillis: 60_000 });
  // A connection can be lost while nobody waits for it: an error event without a listener would end the process.
  const heard = (error: Error & { code?: string }): void => options.log.debug({ code: error.code }, 'a database connection was lost');
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    newClient: () => new Client(common),
    close: () => pool.end(),
  };
}

/** One transaction per operation. Everything inside sees one state or leaves nothing. */
export function withTransaction<T>(db: Reader, work: (trx: Trx) => Promise<T>): Promise<T> {
  // An operation that is part of a larger one joins it.
  if (db.isTransaction) return work(db as Trx);
  return db.transaction().execute(work);
}
