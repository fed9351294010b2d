import { defineConfig } from '@playwright/test';

/** Nothing is started here: each file's journeys start their own stack (src/stack.ts), on random ports. */
export default defineConfig({
  testDir: '.',
  testMatch: '{src,kill,stop,load,bench}/**/*.journey.ts',
  globalSetup: './src/silence/whole-run.ts',
  outputDir: 'test-results/artifacts',
  // A journey waits most of its time, and each file has a stack of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
