import { test as base } from '@playwright/test';
import { type Stack, startStack } from './stack';

/** `stack`: one running Parley for all journeys of a file. `page` starts signed out; `signIn` signs the owner in on it. */
export const test = base.extend<{ signIn: () => Promise<void> }, { stack: Stack }>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  signIn: async ({ page, stack }, use) => {
    await use(async () => {
      await page.goto(await stack.newLink());
      await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    });
  },
});
export { expect } from '@playwright/test';
