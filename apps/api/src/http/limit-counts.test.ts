import { LimitCounts } from './limit-counts';

test('calls above the limit are blocked until the window ends, each caller apart, whatever the clock of the machine does', async () => {
  let steady = 0;
  const counts = new LimitCounts(() => steady);
  const come = async (key: string): Promise<boolean> => (await counts.increment(key, 60_000, 2)).isBlocked;
  expect([await come('ana'), await come('ana'), await come('ana'), await come('bo')]).toEqual([false, false, true, false]);
  steady = 59_000;
  jest.useFakeTimers({ now: Date.now() - 3_600_000 });
  expect(await counts.increment('ana', 60_000, 2)).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
  steady = 60_000;
  expect(await come('ana')).toBe(false);
  jest.useRealTimers();
});
