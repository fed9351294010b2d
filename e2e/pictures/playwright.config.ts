import { defineConfig } from '@playwright/test';

/** `npm run pictures` makes the pictures of the documentation anew, from a real stack. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.pictures.ts',
  outputDir: '../test-results/pictures',
  workers: 1,
  timeout: 180_000,
  reporter: [['list']],
  use: {
    viewport: { width: 1180, height: 920 },
    colorScheme: 'light',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
