import { createClock } from './clock';
import type { Db } from './database';

const hour = 3_600_000;

/** A database whose clock is ours to set. */
function fakeDatabase(at: () => number, ask = async (): Promise<void> => undefined): Db {
  const executeQuery = async (): Promise<unknown> => (await ask(), { rows: [{ at: new Date(at()) }] });
  return { getExecutor: () => ({ transformQuery: (node: unknown) => node, compileQuery: () => ({}), executeQuery }) } as unknown as Db;
}

test('the time is that of the database, whatever the clock of this machine says and however it is moved', async () => {
  let [database, machine, steady] = [1_000_000, 1_000_000 + hour, 5_000];
  const clock = createClock(
    fakeDatabase(() => database),
    () => machine,
    () => steady,
  );
  expect(clock.now().getTime()).toBe(machine);
  await clock.open();
  expect(clock.now().getTime()).toBe(database);
  expect(clock.skewMs()).toBe(hour);
  [database, machine, steady] = [database + 400, machine + 400 - 2 * hour, steady + 400];
  expect(clock.now().getTime()).toBe(database);
  expect(clock.skewMs()).toBe(-hour);
  clock.close();
});

test('a machine that slept asks the database at once', async () => {
  let [database, machine, steady] = [1_000_000, 1_000_000, 5_000];
  const clock = createClock(
    fakeDatabase(() => database),
    () => machine,
    () => steady,
  );
  await clock.open();
  // The steady clock stood still meanwhile.
  [database, machine] = [database + hour, machine + hour];
  clock.now();
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now().getTime()).toBe(database);
  steady += 10;
  expect(clock.now().getTime()).toBe(database + 10);
  clock.close();
});
