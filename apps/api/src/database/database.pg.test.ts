import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { sql } from 'kysely';
import { type Database, openDatabase, withTransaction } from './database';

let server: TestDatabase;
let database: Database;
const log = { debug: () => undefined };
beforeAll(async () => {
  server = await createTestDatabase({ template: 'parley_bare', prepare: async () => undefined });
  database = openDatabase(server.url, { pool: 4, log });
  await sql`create table thing (id int primary key, n int not null)`.execute(database.db);
  await sql`insert into thing values (1, 0)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
const things = () => sql<{ id: number; n: number }>`select * from thing where id = ${1}`;

test('what is asked for behind a lock, without waiting for it, sees what the holder before has committed', async () => {
  const add = () =>
    withTransaction(database.db, async (trx) => {
      const [, { rows }] = await Promise.all([
        sql`select 1 from thing where id = ${1} for update`.execute(trx),
        sql<{ n: number }>`select n from thing where id = ${1}`.execute(trx),
      ]);
      await sql`update thing set n = ${(rows[0]?.n ?? 0) + 1} where id = ${1}`.execute(trx);
    });
  await Promise.all(Array.from({ length: 24 }, add));
  expect((await things().execute(database.db)).rows[0]?.n).toBe(24);
});

test('one failed statement leaves nothing of its transaction, and the connection is good afterwards', async () => {
  const before = (await things().execute(database.db)).rows[0]?.n;
  const failing = withTransaction(database.db, (trx) =>
    Promise.all([
      sql`update thing set n = n + 1 where id = ${1}`.execute(trx),
      sql`insert into thing values (${1}, ${1})`.execute(trx),
      sql`update thing set n = n + 1 where id = ${1}`.execute(trx),
    ]),
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  for (let i = 0; i < 8; i += 1) expect((await things().execute(database.db)).rows[0]?.n).toBe(before);
});

test('a transaction whose failure was swallowed inside does not pass for committed', async () => {
  const swallowed = withTransaction(database.db, async (trx) => {
    await sql`insert into thing values (${1}, ${1})`.execute(trx).catch(() => undefined);
    return 'done';
  });
  await expect(swallowed).rejects.toThrow('had failed before its end');
});

test('a column that a newer version adds costs no request: prepared statements are prepared anew', async () => {
  const inside = () => withTransaction(database.db, async (trx) => (await things().execute(trx)).rows[0]);
  for (let i = 0; i < 8; i += 1) await Promise.all([inside(), things().execute(database.db)]);
  await sql`alter table thing add column added text`.execute(database.db);
  expect(await inside()).toHaveProperty('added');
  await sql`alter table thing add column again text`.execute(database.db);
  const outside = await Promise.all(Array.from({ length: 4 }, () => things().execute(database.db)));
  for (const { rows } of outside) expect(rows[0]).toHaveProperty('again');
});

test('what is told of a failed transaction is its first failure, whoever was waited for first', async () => {
  const failing = withTransaction(database.db, async (trx) => {
    const first = sql`insert into thing values (${1}, ${1})`.execute(trx);
    first.catch(() => undefined);
    await sql`update thing set n = n + 1 where id = ${1}`.execute(trx);
    await first;
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
});
