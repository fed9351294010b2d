import { defineConfig } from '@playwright/test';

/** The whole matrix: `npm run test:kill`. Its short form is a journey beside it. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.matrix.ts',
  outputDir: '../test-results/kill',
  workers: 1,
  retries: 0,
  timeout: 240_000,
  reporter: [['list'], ['./summary-reporter.ts']],
});
