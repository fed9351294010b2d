import { test } from '@playwright/test';
import { type Clocks, moveClocks, startWithClocks } from '../../load/clock';
import { reporter } from '../../load/report';

let clocks: Clocks;
test.beforeAll(async () => {
  clocks = await startWithClocks();
});
test.afterAll(() => clocks.stop());

test('a clock that is moved by an hour misleads nobody', async () => {
  const report = reporter('short clock');
  const moves = [
    ['api', 1],
    ['api', -1],
    ['host', 1],
  ] as const;
  await moveClocks(clocks, { moves, wrongMs: 1_000, withSignIns: false }, report);
  report.verdict();
});
