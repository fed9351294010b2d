import { citationsOf } from '../citations';
import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { newestWave, settled, untilWave } from '../wave';

test('the one-time link signs in, and only once', async ({ page, stack, browser }) => {
  const link = await stack.newLink();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'What would you like to find out?' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mode:/ })).toBeEnabled();
  await looks(page, 'new-conversation');

  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect(second.getByText('Each link works once')).toBeVisible();
  await looks(second, 'sign-in-refused');
  await other.close();
});

test('a note is kept and replied to, and asks nobody', async ({ home: screen, stack }) => {
  const { page } = screen;
  await screen.mode('Note');
  await screen.ask('The desk refuses parcels above 30 kg since spring.');
  await page.waitForURL(/\/c\/cnv_/);
  const note = page.getByRole('article').filter({ hasText: 'since spring' });
  await note.hover();
  await note.getByRole('button', { name: 'Reply' }).click();
  await expect(page.getByText('Replying to')).toBeVisible();
  await screen.mode('Note');
  await screen.ask('Then the price list needs a line about it.');
  const reply = page.getByRole('article').filter({ hasText: 'needs a line' });
  await expect(reply.getByRole('button', { name: /since spring/ })).toBeVisible();
  await expect(screen.wave()).toBeHidden();
  await looks(page, 'note-and-reply');

  const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { items } = await stack.client.call('listMessages', { params: { id: conversationId } });
  expect(items.map(({ waveId, replyTo }) => [waveId, replyTo])).toEqual([
    [null, null],
    [null, items[0]?.id],
  ]);
  expect((await stack.client.call('listWaves', { params: { id: conversationId }, query: { state: 'all' } })).items).toEqual([]);
});

test('one agent answers a question about a repository with places that exist', async ({ conversation: { id, screen }, stack }) => {
  await screen.mode('Direct');
  await screen.runBy('Lead', 'Search, no model');
  await screen.mention('parcel-desk');
  await screen.ask('Where is the shipping price computed?');
  const answer = screen.answer('Lead');
  await expect(answer.getByRole('button', { name: /src\/price\.ts:\d+/ }).first()).toBeVisible();
  const wave = await untilWave(stack.client, await newestWave(stack.client, id), settled);
  expect(wave.outcome).toBe('complete');
  await expect(screen.wave().getByRole('button', { name: 'Receipt' })).toBeVisible();
  const { items } = await stack.client.call('listMessages', { params: { id } });
  const places = citationsOf(items.at(-1)?.body ?? '');
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(stack.repository.has(place), `${place.path}:${place.line}`).toBe(true);
  await looks(screen.page, 'direct');
});

test('the keyboard alone is enough to ask, to read the receipt and to come back', async ({ conversation: { id, screen }, stack }) => {
  const { page } = screen;
  const { keyboard } = page;
  await expect(page.getByRole('button', { name: /^Mode:/ })).toBeEnabled();
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let steps = 0; steps < 60; steps += 1) {
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
      if (name.test(focused)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not lead to ${name.source}`);
  };
  await tabTo(/^Message$/);
  if (!(await screen.message.evaluate((node) => node === document.activeElement))) await keyboard.press('Tab');
  await expect(screen.message).toBeFocused();
  await tabTo(/^Mode:/);
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keyboard.press('T');
  await expect(page.getByRole('menuitemradio', { name: /^Team/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mode: Team' })).toBeFocused();
  await screen.message.focus();
  await keyboard.type('Which parcels are refused? @parc');
  await expect(page.getByRole('option', { name: /parcel-desk/, selected: true })).toBeVisible();
  await looks(page, 'mention-list');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'parcel-desk, a source. Remove' })).toBeVisible();
  await expect(screen.message).toBeFocused();
  await keyboard.press('Control+Enter');
  await expect(screen.message).toHaveValue('');

  await untilWave(stack.client, await newestWave(stack.client, id), settled);
  await expect(screen.wave().getByRole('button', { name: 'Receipt' })).toBeVisible();
  await screen.message.focus();
  for (
    let steps = 0;
    steps < 30 &&
    !(await screen
      .wave()
      .getByRole('button', { name: 'Receipt' })
      .evaluate((node) => node === document.activeElement));
    steps += 1
  )
    await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Team response' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
