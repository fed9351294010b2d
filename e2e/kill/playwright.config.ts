import { defineConfig } from '@playwright/test';
import { readCases } from './cases-file';

// Said once for all workers: the file grows while they run.
if (process.env['KILL_RESUME'])
  process.env['KILL_DONE'] ??= readCases()
    .filter((line) => line.clean)
    .map((line) => line.id)
    .join(',');

/** The whole matrix: `npm run test:kill`. Its short form is a journey beside it. KILL_RESUME=1 goes on with an earlier run: what is missing, and what was not clean. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.matrix.ts',
  globalSetup: './begin-results.ts',
  outputDir: '../test-results/kill',
  // A case waits most of its time; each worker has a stack of its own.
  workers: Number(process.env['KILL_WORKERS'] ?? 2),
  fullyParallel: true,
  retries: 0,
  timeout: 240_000,
  reporter: [['list'], ['./summary-reporter.ts']],
});
