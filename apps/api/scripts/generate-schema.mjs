// Writes src/database/schema.gen.ts from a scratch database that the migrations made; with --check it compares instead.
// Run: node tools/with-services.mjs node apps/api/scripts/generate-schema.mjs [--check]
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

const require = createRequire(import.meta.url);
const api = join(fileURLToPath(import.meta.url), '../..');
const folder = join(api, 'src/database/migrations');
const output = join(api, 'src/database/schema.gen.ts');

const server = new URL(process.env.DATABASE_URL ?? fail('DATABASE_URL is missing'));
const scratch = new URL(server);
scratch.pathname = `/parley_schema_${process.pid}`;
const admin = new pg.Pool({ connectionString: server.href, max: 1 });
await admin.query(`create database ${scratch.pathname.slice(1)}`);
let status;
try {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: scratch.href, max: 1 }) }) });
  for (const file of readdirSync(folder)
    .filter((name) => /^\d.*\.ts$/.test(name))
    .sort())
    await require(join(folder, file)).up(db);
  await db.destroy();
  const cli = join(dirname(require.resolve('kysely-codegen/package.json')), 'dist/cli/bin.js');
  const types = JSON.stringify({ int8: 'number', xid8: 'string' });
  const flags = [
    '--dialect',
    'postgres',
    '--url',
    scratch.href,
    '--default-schema',
    'public',
    '--include-pattern',
    '(parley|runtime|auth).*',
    '--type-mapping',
    types,
    '--out-file',
    output,
  ];
  const run = spawnSync(process.execPath, [cli, ...flags, ...(process.argv.includes('--check') ? ['--verify'] : [])], { stdio: 'inherit' });
  status = run.status ?? 1;
} finally {
  await admin.query(`drop database if exists ${scratch.pathname.slice(1)} with (force)`);
  await admin.end();
}
process.exitCode = status ?? 1;

function fail(message) {
  console.error(message);
  process.exit(2);
}
