import { test } from '@playwright/test';
import { startStack } from '../src/stack';
import { reporter } from './report';
import { restartPostgres } from './postgres-restart';

test('a database that is restarted under load takes nothing with it', async () => {
  const report = reporter('postgres');
  const stack = await startStack({ web: false, ownPostgres: true, env: { LOG_LEVEL: 'info' } });
  try {
    await restartPostgres(stack, { signals: ['SIGINT', 'SIGKILL', 'SIGTERM', 'SIGKILL'], awayMs: 4_000, betweenMs: 8_000 }, report);
  } finally {
    await stack.stop();
  }
  report.verdict();
});
