import { test } from '@playwright/test';
import { startStack } from '../src/stack';
import { byBackup, byFolder, putOlderBack } from './older-database';
import { reporter } from './report';

for (const [name, copyOf] of [
  ['restored backup', byBackup],
  ['older data folder', byFolder],
] as const)
  test(`an older database (${name}) under newer workflows comes to clear states, and nothing is sent twice`, async () => {
    const report = reporter(name);
    const stack = await startStack({ web: false, ownPostgres: true, env: { LOG_LEVEL: 'info' } });
    try {
      await putOlderBack(stack, copyOf(stack), report);
    } finally {
      await stack.stop();
    }
    report.verdict();
  });
