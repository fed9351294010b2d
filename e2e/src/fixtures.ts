import { type BrowserContext, test as base } from '@playwright/test';
import { newConversation } from './wave';
import { Screen } from './screen';
import { type Stack, startStack } from './stack';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Every refusal that the browser gets is searched when the stack stops. */
async function signIn(context: BrowserContext, session: StorageState, stack: Stack): Promise<void> {
  await context.addCookies(session.cookies);
  context.on('response', (response) => {
    // A page that goes away takes its answers with it.
    if (response.status() >= 400) void response.text().then(stack.refused, () => undefined);
  });
}

interface EachTest {
  /** The owner, signed in, with the start page open. */
  home: Screen;
  /** The owner in a fresh, empty conversation named after the journey. */
  conversation: { id: string; screen: Screen };
}
interface EachWorker {
  /** One running Parley for all journeys; a journey that fails gets its followers a new one. */
  stack: Stack;
  /** A session of the owner, from one sign-in link. */
  session: StorageState;
}

export const test = base.extend<EachTest, EachWorker>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  session: [
    async ({ stack, playwright }, use) => {
      const link = new URL(await stack.newLink());
      const request = await playwright.request.newContext({ baseURL: stack.webUrl, extraHTTPHeaders: { origin: stack.webUrl } });
      const answer = await request.post('/v1/session/local-link', { data: { token: link.hash.replace('#token=', '') } });
      if (!answer.ok()) throw new Error(`The sign-in link was refused: ${await answer.text()}`);
      const state = await request.storageState();
      for (const { value } of state.cookies) stack.mustNotLeak('cookie', value);
      await use(state);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  home: async ({ stack, session, context, page }, use) => {
    await signIn(context, session, stack);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.webUrl });
    await page.goto(stack.webUrl);
    await use(new Screen(page, stack));
  },
  conversation: async ({ stack, session, context, page }, use, info) => {
    await signIn(context, session, stack);
    const id = await newConversation(stack.client, info.title.slice(0, 60));
    await page.goto(`${stack.webUrl}/c/${id}`);
    await use({ id, screen: new Screen(page, stack) });
  },
});
export { expect } from '@playwright/test';
