import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own on a server, that of DATABASE_URL if none is given. */
export async function createDatabase(server = process.env['DATABASE_URL']): Promise<TestDatabase> {
  if (!server) throw new Error('The journeys need DATABASE_URL: run them by `node tools/with-services.mjs`.');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const sql = postgres(server, { max: 1, onnotice: () => undefined });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end({ timeout: 2 });
    }
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
