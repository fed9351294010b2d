// Finds a Chromium for the browser journeys, or installs one where the system allows it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findOnPath } from './processes.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

async function bundledWithPlaywright() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** @returns {Promise<{ path: string } | { reason: string }>} */
export async function chromium() {
  const own = process.env['CHROMIUM_PATH'];
  if (own) return existsSync(own) ? { path: own } : { reason: `CHROMIUM_PATH is ${own}, and there is no such file` };
  const found = names.map(findOnPath).find(Boolean) ?? (await bundledWithPlaywright());
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !findOnPath('apt-get'))
    return { reason: 'there is no Chromium on this machine: install Chromium, or set CHROMIUM_PATH' };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 });
  const installed = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
    env,
    encoding: 'utf8',
    timeout: 600_000,
  });
  const path = findOnPath('chromium');
  return path
    ? { path }
    : { reason: `Chromium could not be installed: ${(installed.stderr ?? '').trim().split('\n').pop() || 'apt-get failed'}` };
}
