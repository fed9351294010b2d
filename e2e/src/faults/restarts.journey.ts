import { test } from '@playwright/test';
import { restartPostgres } from '../../load/postgres-restart';
import { readAndWrite } from '../../load/readers-and-writers';
import { reporter } from '../../load/report';
import { restartAll } from '../../load/rolling-restart';
import { type Stack, startStack } from '../stack';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false, ownPostgres: true, env: { LOG_LEVEL: 'info' }, hostEnv: { HOST_DRAIN_MS: '30000' } });
});
test.afterAll(() => stack.stop());

test('readers get every event once and in order, over a killed API', async () => {
  const report = reporter('short load');
  const load = { readers: 24, general: 8, writers: 8, pauseMs: 300, seconds: 4, conversations: 4, slow: 0, killAt: 0.5 };
  await readAndWrite(stack, load, report);
  report.verdict();
});

test('a crashed database takes nothing with it', async () => {
  const report = reporter('short restart of the database');
  await restartPostgres(stack, { signals: ['SIGKILL'], awayMs: 1_000, betweenMs: 1_500 }, report);
  report.verdict();
});

test('a restart of each process in turn fails no wave', async () => {
  const report = reporter('short rolling restart');
  await restartAll(stack, { rounds: 1, betweenMs: 300, delayMs: 1_200, inPairs: false }, report);
  report.verdict();
});
