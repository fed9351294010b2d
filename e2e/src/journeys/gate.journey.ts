import { expect, test } from '../fixtures';
import { looks } from '../looks';
import type { Screen } from '../screen';
import type { Stack } from '../stack';
import { newestWave, settled, untilWave, type Wave } from '../wave';

/** Looks at what agents would see, then changes a file, then sends. */
async function askAboutChangedFiles(screen: Screen, stack: Stack, conversationId: string, file: string): Promise<Wave> {
  await screen.mode('Direct');
  await screen.runBy('Lead', 'Search, no model');
  await screen.mention('parcel-desk');
  await screen.write('What is the maximum weight?');
  await screen.previewed(1);
  stack.repository.write(file, `// changed after the look\nexport const note = '${file}';\n`);
  await screen.send.click();
  await expect(screen.message).toHaveValue('');
  const waveId = await newestWave(stack.client, conversationId);
  const wave = await untilWave(stack.client, waveId, ({ gate }) => gate === 'reconfirmation_required');
  expect([wave.state, wave.jobs.length]).toEqual(['planned', 0]);
  return wave;
}

test('files that changed after the look are asked about, and Continue goes on with the new state', async ({
  conversation: { id, screen },
  stack,
}) => {
  const wave = await askAboutChangedFiles(screen, stack, id, 'src/added-once.ts');
  await looks(screen.page, 'gate');
  await screen.wave().getByRole('button', { name: 'Continue with the new state' }).click();
  const { outcome, context } = await untilWave(stack.client, wave.id, settled);
  expect(outcome).toBe('complete');
  expect(context.fingerprint).not.toBe(context.previewFingerprint);
  await expect(screen.answer('Lead')).toContainText('src/limits.ts');
});

test('files that changed after the look are asked about, and Cancel asks nobody', async ({ conversation: { id, screen }, stack }) => {
  const wave = await askAboutChangedFiles(screen, stack, id, 'src/added-twice.ts');
  await screen.wave().getByRole('button', { name: 'Cancel' }).click();
  const { outcome, reason, jobs } = await untilWave(stack.client, wave.id, settled);
  expect([outcome, reason, jobs.length]).toEqual(['canceled', 'user_canceled', 0]);
  await expect(screen.wave()).toContainText('Stopped before any answer was given.');
  await looks(screen.page, 'gate-canceled');
});
