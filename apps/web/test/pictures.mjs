// Pictures of every screen and state, in light, dark and at 360 px, with the accessibility check of each.
// node test/pictures.mjs <folder> [name …]   needs a finished build and Chromium (CHROMIUM_PATH)
/* global document */
import AxeBuilder from '@axe-core/playwright';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startFakeApi } from './fake-api.mjs';
import { scenes } from './fixtures.mjs';

const [folder = 'test-results/pictures', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const web = resolve(import.meta.dirname, '..');
// A copy, so that a build beside this run cannot take the files away.
const site = mkdtempSync(join(tmpdir(), 'parley-site-'));
cpSync(join(web, '.next/standalone'), site, { recursive: true, verbatimSymlinks: true });
cpSync(join(web, '.next/static'), join(site, 'apps/web/.next/static'), { recursive: true });

const freePort = () =>
  new Promise((ok) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => ok(port));
    });
  });
const fake = await startFakeApi();
const port = await freePort();
const server = spawn(process.execPath, ['server.js'], {
  cwd: join(site, 'apps/web'),
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(port), HOSTNAME: '127.0.0.1', API_URL: `http://127.0.0.1:${fake.port}` },
});
const origin = `http://127.0.0.1:${port}`;
for (let tries = 0; tries < 100; tries += 1) {
  if (
    await fetch(`${origin}/healthz`).then(
      (r) => r.ok,
      () => false,
    )
  )
    break;
  await new Promise((r) => setTimeout(r, 100));
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const at = (name, search = '') => `/c/${scenes[name].conversation.id}${search}`;
const write = async (page, text) => {
  await page.locator('#message').fill(text);
  await page.waitForTimeout(900);
};
const shots = [
  { name: 'sign-in', path: '/sign-in', signedOut: true },
  { name: 'new', path: '/' },
  {
    name: 'conversation',
    path: at('main'),
    height: 1320,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Skeptic/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Compare with first answer' }).click();
      await write(page, 'Compare the two thresholds and propose one.');
    },
  },
  {
    name: 'claim',
    path: at('main'),
    height: 1320,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Skeptic/ })
        .first()
        .click();
    },
  },
  ...['gate', 'recovery', 'host', 'interrupted', 'stopping', 'reviewing', 'panel'].map((name) => ({ name, path: at(name) })),
  { name: 'wave', path: at('main', `?wave=${scenes.main.waves[0].id}`), height: 1100 },
  {
    name: 'inspector',
    path: at('main'),
    act: async (page) => {
      await write(page, 'Compare the two thresholds.');
      await page.getByRole('button', { name: 'What agents see', exact: true }).click();
    },
  },
  {
    name: 'mention',
    path: at('panel'),
    act: async (page) => {
      await page.locator('#message').pressSequentially('Ask @');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'modes',
    path: at('panel'),
    act: async (page) => {
      await page.getByRole('button', { name: /^Mode/ }).click();
    },
  },
  {
    name: 'choice',
    path: at('panel'),
    act: async (page) => {
      await page.getByRole('group', { name: 'Who answers' }).getByRole('button').first().click();
    },
  },
  {
    name: 'menu',
    path: at('main'),
    act: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
    },
  },
  { name: 'missing', path: '/c/cnv_none000000000' },
];
const looks = [
  { look: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { look: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { look: 'narrow', colorScheme: 'light', width: 360, height: 780 },
];
let violations = 0;
for (const { look, colorScheme, width, height } of looks) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name))) {
    await context.clearCookies();
    if (!shot.signedOut) await context.addCookies([{ name: 'parley', value: '1', url: origin }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(`${shot.name} ${look}: ${error.message}`));
    page.on('console', (entry) => entry.type() === 'error' && console.log(`${shot.name} ${look}: ${entry.text()}`));
    await page.setViewportSize({ width, height: width < 500 ? height : (shot.height ?? height) });
    await page.goto(origin + shot.path);
    await page.waitForLoadState('load');
    await page.waitForTimeout(900);
    try {
      await shot.act?.(page);
    } catch (error) {
      console.log(`${shot.name} ${look}: ${error.message.split('\n')[0]}`);
    }
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(folder, `${shot.name}-${look}.png`) });
    const { violations: found } = await new AxeBuilder({ page }).analyze();
    for (const one of found) {
      violations += 1;
      console.log(
        `axe ${shot.name} ${look}: ${one.id} (${one.impact}) ${one.nodes.length}x ${one.nodes[0].html.slice(0, 160)} | ${one.nodes[0].failureSummary?.split('\n')[1] ?? ''}`,
      );
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (sideways > 0) console.log(`${shot.name} ${look}: the page is ${sideways} px too wide`);
    await page.close();
  }
  await context.close();
}
await browser.close();
server.kill();
fake.close();
rmSync(site, { recursive: true, force: true });
console.log(`${violations} accessibility violations`);
process.exit(violations === 0 ? 0 : 1);
