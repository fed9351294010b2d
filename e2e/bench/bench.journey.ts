import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Report } from './report';

const run = promisify(execFile);

test('the bench runs both arms of a row and gives ratios, which nobody judges in a short proof', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const out = join(folder, 'results.json');
  try {
    const { stdout } = await run(process.execPath, [join(__dirname, 'run.mjs'), 'B2', 'B3', '--quick', '--out', out], { timeout: 85_000 });
    const { lines, machine } = JSON.parse(readFileSync(out, 'utf8')) as Report;
    expect(lines.map((line) => line.row)).toEqual(expect.arrayContaining(['B2', 'B3']));
    for (const { value, ours, floor, verdict } of lines) {
      expect(Number.isFinite(value.median) && value.median > 0).toBe(true);
      expect(ours?.n).toBeGreaterThan(0);
      expect(floor?.n).toBeGreaterThan(0);
      expect(verdict).toBe('shown');
    }
    expect(machine.cores).toBeGreaterThan(0);
    expect(stdout).toContain('append a 1 KiB note');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
