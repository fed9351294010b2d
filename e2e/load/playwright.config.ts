import { defineConfig } from '@playwright/test';

process.env['LOAD_RESULTS'] = '1';

/** The long forms, on demand: each scenario starts a stack of its own. A scenario that fails does not keep the others from running. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.load.ts',
  globalSetup: './whole-run.ts',
  outputDir: '../test-results/load',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 15 * 60_000,
  reporter: [['line']],
});
