// Builds the web app and completes its standalone server. Run in the project's folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';

const built = spawnSync('next', ['build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
});
if (built.status !== 0) process.exit(built.status ?? 1);
// Next leaves these out of the standalone folder, because a CDN could serve them; here the server itself does.
cpSync('.next/static', '.next/standalone/apps/web/.next/static', { recursive: true });
if (existsSync('public')) cpSync('public', '.next/standalone/apps/web/public', { recursive: true });
