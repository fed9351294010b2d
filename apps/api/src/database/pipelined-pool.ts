import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Statements that get a name; a text beyond that is parsed each time, so that neither side's memory grows with the texts there are. */
const mostNames = 500;

/** A prepared statement whose rows would look different now: a newer version has changed a table meanwhile. */
export const isStaleStatement = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ((error as { code?: string }).code === '0A000' || (error as { code?: string }).code === '26000') &&
  (error as { routine?: string }).routine !== undefined &&
  ['RevalidateCachedQuery', 'FetchPreparedStatement'].includes((error as { routine: string }).routine);

/**
 * The pool as Kysely sees it. Statements go out by name, so that the server parses and plans a text once for each connection, and all statements of
 * one turn of the event loop go out in one write: each write costs more than what is in it. The connections must have been made with `pipeline`.
 */
export function pipelinedPool(pool: Pool): PostgresPool {
  const statements = createStatementNames();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let known = clients.get(client);
      if (!known) clients.set(client, (known = pipelinedClient(client, statements)));
      return known;
    },
  };
}

interface StatementNames {
  of(text: string): string | undefined;
  /** From here on every statement is prepared anew, under names that no connection knows. */
  renew(): void;
}

function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let era = 0;
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= mostNames) return undefined;
      const name = `p${era}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew() {
      era += 1;
      names.clear();
    },
  };
}

function pipelinedClient(client: PoolClient, statements: StatementNames): PostgresPoolClient {
  const { stream } = client.connection;
  let corked = false;
  let inTransaction = false;
  const writeTogether = (): void => {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      stream.uncork();
    });
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    writeTogether();
    if (values.length === 0) {
      if (text === 'begin' || text.startsWith('start transaction')) inTransaction = true;
      else if (text === 'commit' || text === 'rollback') inTransaction = false;
      return client.query(text);
    }
    try {
      return await client.query({ name: statements.of(text), text, values: [...values] });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      statements.renew();
      // A transaction is lost by this; whoever opened it runs it again.
      if (inTransaction) throw error;
      return client.query({ text, values: [...values] });
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}
