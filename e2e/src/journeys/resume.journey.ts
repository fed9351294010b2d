import { renameSync } from 'node:fs';
import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { newestWave, settled, untilWave } from '../wave';

test('planning that could not read the repository waits, and Resume goes on when it can', async ({
  conversation: { id, screen },
  stack,
}) => {
  const { path } = stack.repository;
  await screen.mode('Direct');
  await screen.runBy('Lead', 'Search, no model');
  await screen.mention('parcel-desk');
  await screen.write('Who registers a parcel?');
  await screen.previewed(1);
  renameSync(path, `${path}.away`);
  try {
    await screen.send.click();
    await expect(screen.message).toHaveValue('');
    const waveId = await newestWave(stack.client, id);
    const wave = await untilWave(stack.client, waveId, ({ gate }) => gate === 'interrupted');
    expect(wave.jobs).toEqual([]);
    await expect(screen.wave()).toContainText(wave.waitingFor?.title ?? '');
    await looks(screen.page, 'interrupted');
  } finally {
    renameSync(`${path}.away`, path);
  }
  await screen.wave().getByRole('button', { name: 'Resume' }).click();
  const wave = await untilWave(stack.client, await newestWave(stack.client, id), settled);
  expect(wave.outcome).toBe('complete');
  await expect(screen.answer('Lead')).toContainText('src/desk.ts');
});
