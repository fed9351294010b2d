import { test } from '@playwright/test';
import { fillJournal } from '../../load/full-journal';
import { reporter } from '../../load/report';
import { mountSmallDisk } from '../../load/small-disk';
import { startStack } from '../stack';

test('a host whose journal cannot be written refuses turns before anything is sent, and goes on by itself', async () => {
  const disk = mountSmallDisk(16);
  test.skip(typeof disk === 'string', typeof disk === 'string' ? disk : '');
  if (typeof disk === 'string') return;
  const report = reporter('short full journal');
  try {
    const stack = await startStack({ web: false });
    try {
      await fillJournal(stack, disk, report);
    } finally {
      disk.empty();
      await stack.stop();
    }
  } finally {
    disk.remove();
  }
  report.verdict();
});
