import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** A server where databases may be made; `DATABASE_URL` when absent (set by tools/with-services.mjs). */
  serverUrl?: string;
  /** Names the template: it must change when `prepare` would make something else, e.g. with a hash of the migrations. */
  template: string;
  /** Fills the template once per server; every test file gets a copy. */
  prepare: (url: string) => Promise<void>;
}

const lock = 7_261_904;

/** A database of its own for one test file, copied from a template in some ten milliseconds. */
export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = options.serverUrl ?? process.env['DATABASE_URL'];
  if (!server) throw new Error('DATABASE_URL is missing: run the tests through tools/with-services.mjs.');
  if (!/^[a-z0-9_]+$/.test(options.template)) throw new Error('The name of a template is made of a-z, 0-9 and _.');
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  const name = `${options.template}_${randomBytes(6).toString('hex')}`;
  const urlOf = (database: string): string => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  try {
    // Two test processes may want the template at once; and Postgres copies no template that somebody else is copying or connected to.
    await admin`select pg_advisory_lock(${lock})`;
    await ensureTemplate(admin, options.template, () => options.prepare(urlOf(options.template)));
    await admin.unsafe(`create database ${name} template ${options.template}`);
  } finally {
    await admin.end();
  }
  return {
    url: urlOf(name),
    async drop() {
      const last = postgres(server, { max: 1, onnotice: () => undefined });
      await last.unsafe(`drop database if exists ${name} with (force)`);
      await last.end();
    },
  };
}

async function ensureTemplate(admin: Sql, template: string, prepare: () => Promise<void>): Promise<void> {
  const [ready] = await admin`select 1 from pg_database where datname = ${template} and datistemplate`;
  if (ready) return;
  // One that a killed run left half-made.
  await admin.unsafe(`drop database if exists ${template} with (force)`);
  await admin.unsafe(`create database ${template}`);
  await prepare();
  await admin.unsafe(`alter database ${template} is_template true`);
}
