import { CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, type KyselyProps, PostgresDialect, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { Client, type ClientConfig, Pool, types } from 'pg';
import { isStaleStatement, pipelinedPool } from './pipelined-pool';
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
  const pool = new Pool({ ...common, pipeline: true, max: options.pool, idleTimeoutMillis: 60_000 });
  // A connection can be lost while nobody waits for it: an error event without a listener would end the process.
  const heard = (error: Error & { code?: string }): void => options.log.debug({ code: error.code }, 'a database connection was lost');
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool) }) }),
    newClient: () => new Client(common),
    close: () => pool.end(),
  };
}

/**
 * One transaction per operation. Everything inside sees one state or leaves nothing. Statements that are asked for without waiting in between
 * (`Promise.all`) are executed in that order and go out together; Kysely's own transactions would send each one after the answer of the last.
 */
export async function withTransaction<T>(db: Reader, work: (trx: Trx) => Promise<T>): Promise<T> {
  // An operation that is part of a larger one joins it.
  if (db.isTransaction) return work(db as Trx);
  try {
    return await runTransaction(db, work);
  } catch (error) {
    if (!isStaleStatement(error)) throw error;
    return runTransaction(db, work);
  }
}

/** Reads that belong together: on one connection, what is asked for at once goes out together. No transaction: each statement sees its own moment. */
export function onOneConnection<T>(db: Reader, read: (reader: Reader) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db.getExecutor().provideConnection((connection) => read(new Kysely<DB>(propsOn(db, connection))));
}

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

type LastWrite = (trx: Trx) => Promise<unknown>;
const lastWrites = new WeakMap<Trx, Map<object, LastWrite>>();

/** Something to be written once, at the end of a transaction, however often it was asked for under this key. */
export function writeLast(trx: Trx, key: object, write: LastWrite): void {
  const known = lastWrites.get(trx);
  if (!known) throw new Error('Only a transaction of withTransaction has an end that can be waited for.');
  known.set(key, write);
}

function runTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (plain) => {
    const { connection, firstError } = withFirstError(plain);
    // Not waited for here: it is first in line, and its failure is the failure of everything behind it.
    const begun = connection.executeQuery(begin);
    begun.catch(() => undefined);
    try {
      const trx = new Transaction<DB>(propsOn(db, connection));
      const last = new Map<object, LastWrite>();
      lastWrites.set(trx, last);
      const result = await work(trx);
      await begun;
      // In one go with the commit: it is executed behind them, and undoes everything when one of them has failed.
      const written = [...last.values()].map((write) => write(trx));
      const [{ rows }] = await Promise.all([connection.executeQuery<{ command?: string }>(commit), ...written]);
      // What PostgreSQL says when a statement had failed and somebody went on all the same.
      if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction had failed before its end.', { cause: firstError() });
      return result;
    } catch (error) {
      // A connection that cannot do this is broken, and the pool lets go of it by itself.
      await plain.executeQuery(rollback).catch(() => undefined);
      // Whoever waits for a later statement first hears only that the transaction has failed: the reason is what counts.
      const first = firstError();
      if (first && (error as { code?: string }).code === inFailedTransaction) throw first;
      throw error;
    }
  });
}

const inFailedTransaction = '25P02';

function withFirstError(plain: DatabaseConnection): { connection: DatabaseConnection; firstError: () => Error | undefined } {
  let first: Error | undefined;
  const connection: DatabaseConnection = {
    executeQuery: (...query) =>
      plain.executeQuery(...query).catch((error: Error) => {
        first ??= error;
        throw error;
      }) as never,
    streamQuery: (...query) => plain.streamQuery(...query),
  };
  return { connection, firstError: () => first };
}

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('There is a connection already.')) });

function propsOn(db: Reader, connection: DatabaseConnection): KyselyProps {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  return { config: { dialect }, dialect, driver: new DummyDriver(), executor };
}
