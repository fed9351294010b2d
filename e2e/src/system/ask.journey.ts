import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { repositoryRoot } from '../process';
import { type Stack, startStack } from '../stack';
import { citationsOf } from '../citations';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false });
});
test.afterAll(() => stack.stop());

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const env = { PATH: process.env['PATH'], PARLEY_URL: stack.apiUrl, PARLEY_API_KEY: stack.apiKey };
    const child = execFile(
      process.execPath,
      [join(repositoryRoot, 'infra/dist/ask/main.js'), ...args],
      { env, timeout: 60_000 },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

test('a question from the terminal is answered, reviewed and receipted', async () => {
  const { code, stdout, stderr } = await run('--policy', 'team', '--repo', stack.repository.path, 'Which parcels are refused?');
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Receipt: complete');
  const places = citationsOf(stdout);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(stack.repository.has(place), `${place.path}:${place.line}`).toBe(true);
});

test('a script reads the whole wave as JSON', async () => {
  const { code, stdout, stderr } = await run('--json', '--repo', stack.repository.path, 'Which parcels are refused?');
  expect(code, stderr).toBe(0);
  expect(JSON.stringify(JSON.parse(stdout))).toContain('"settled"');
});

test('a refused question ends with one sentence and another exit code', async () => {
  const { code, stderr } = await run('--repo', join(stack.folder, 'nowhere'), 'Which parcels are refused?');
  expect(code).not.toBe(0);
  expect(stderr.trim()).not.toBe('');
  expect(stderr).not.toContain('    at ');
});
