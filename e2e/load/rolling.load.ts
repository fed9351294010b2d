import { test } from '@playwright/test';
import { startStack } from '../src/stack';
import { reporter } from './report';
import { restartAll } from './rolling-restart';

test('a rolling restart of everything fails no wave and loses no word', async () => {
  const report = reporter('rolling');
  const stack = await startStack({ web: false, ownPostgres: true, env: { LOG_LEVEL: 'info' }, hostEnv: { HOST_DRAIN_MS: '60000' } });
  try {
    await restartAll(stack, { rounds: 3, betweenMs: 3_000, delayMs: 2_500, inPairs: true }, report);
  } finally {
    await stack.stop();
  }
  report.verdict();
});
