import { test } from '@playwright/test';
import { readAndWrite } from '../../load/readers-and-writers';
import { reporter } from '../../load/report';
import { type Stack, startStack } from '../stack';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false, env: { LOG_LEVEL: 'info' } });
});
test.afterAll(() => stack.stop());

test('readers get every event once and in order, over a killed API', async () => {
  const report = reporter('short load');
  await readAndWrite(
    stack,
    { readers: 24, general: 8, writers: 8, pauseMs: 300, seconds: 6, conversations: 4, slow: 0, killAt: 0.5 },
    report,
  );
  report.verdict();
});
