import { defineConfig } from '@playwright/test';

/** The whole matrix: `npm run test:kill`. Its short form is a journey beside it. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.matrix.ts',
  outputDir: '../test-results/kill',
  // A case waits most of its time; each worker has a stack of its own.
  workers: Number(process.env['KILL_WORKERS'] ?? 2),
  fullyParallel: true,
  retries: 0,
  timeout: 240_000,
  reporter: [['list'], ['./summary-reporter.ts']],
});
