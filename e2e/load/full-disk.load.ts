import { test } from '@playwright/test';
import { startStack } from '../src/stack';
import { fillJournal } from './full-journal';
import { fillPostgres } from './full-postgres';
import { fillTemporal } from './full-temporal';
import { reporter } from './report';
import { mountSmallDisk } from './small-disk';

for (const [name, mib, fill] of [
  ['journal', 16, fillJournal],
  ['temporal', 64, fillTemporal],
  ['postgres', 320, fillPostgres],
] as const)
  test(`a full disk of ${name} is told, loses nothing, and is over when there is room again`, async () => {
    const disk = mountSmallDisk(mib);
    test.skip(typeof disk === 'string', typeof disk === 'string' ? disk : '');
    if (typeof disk === 'string') return;
    const report = reporter(`full disk, ${name}`);
    try {
      const stack = await startStack({ web: false, ownPostgres: true, env: { LOG_LEVEL: 'info' } });
      try {
        await fill(stack, disk, report);
      } finally {
        disk.empty();
        await stack.stop();
      }
    } finally {
      disk.remove();
    }
    report.verdict();
  });
