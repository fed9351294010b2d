import { createTestDatabase, type TestDatabase } from '@parley/testing';
import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '../database/database';
import { createDoorbell, type Doorbell } from './doorbell';

const log = { debug: () => undefined } as unknown as Logger;
let server: TestDatabase;
const open: { doorbell: Doorbell; database: Database }[] = [];
const heard: string[] = [];

async function process(name: string, listens = true): Promise<Doorbell> {
  const database = openDatabase(server.url, { pool: 2, log });
  const doorbell = createDoorbell(database, log);
  open.push({ doorbell, database });
  doorbell.on('events', (id) => heard.push(`${name} ${id}`));
  if (listens) await doorbell.listen(() => undefined);
  return doorbell;
}
async function untilHeard(...wanted: string[]): Promise<void> {
  for (const end = Date.now() + 3_000; !wanted.every((one) => heard.includes(one)); await delay(10))
    if (Date.now() > end) throw new Error(`heard only ${heard.join(', ')}`);
}

beforeAll(async () => {
  server = await createTestDatabase({ template: 'parley_bare', prepare: async () => undefined });
});
afterAll(async () => {
  for (const { doorbell, database } of open) {
    await doorbell.close();
    await database.close();
  }
  await server.drop();
});

test('every process hears the rings of every other one, in whatever order they came', async () => {
  const first = await process('first');
  first.ring('events', 'alone');
  expect(heard).toEqual(['first alone']);
  const second = await process('second');
  const third = await process('third');
  await delay(200);
  first.ring('events', 'a');
  second.ring('events', 'b');
  third.ring('events', 'c');
  await untilHeard(...['first', 'second', 'third'].flatMap((name) => ['a', 'b', 'c'].map((id) => `${name} ${id}`)));
});

test('a process that does not listen itself is heard by those that do', async () => {
  const silent = await process('silent', false);
  silent.ring('events', 'd');
  await untilHeard('first d', 'second d', 'third d');
});
