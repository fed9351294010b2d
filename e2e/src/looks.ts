import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { repositoryRoot } from './process';

const folder = join(repositoryRoot, 'e2e', 'test-results', 'screens');
const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 780 };

async function accessible(page: Page, look: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(told, `accessibility, ${look}`).toEqual([]);
}

/** Pictures of the state as it stands, in light, dark and on a narrow screen, each without a violation of the accessibility rules. */
export async function looks(page: Page, name: string): Promise<void> {
  await page.setViewportSize(wide);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
    await accessible(page, colorScheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(narrow);
  await page.screenshot({ path: join(folder, `${name}-narrow.png`), animations: 'disabled' });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(tooWide, 'pixels that the narrow page is too wide').toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}
