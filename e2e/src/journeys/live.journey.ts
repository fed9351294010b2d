import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { inTurn, newestWave, scripted, untilWave } from '../wave';

const sentences = Array.from({ length: 8 }, (_, i) => `Sentence ${i + 1} of the answer says one thing about parcels.`);

test('text appears while it is written, and is there at once after a reload', async ({ conversation: { id, screen }, stack }) => {
  const { page } = screen;
  await screen.mode('Team');
  for (const agent of ['Lead', 'Skeptic', 'Verifier']) await screen.runBy(agent, 'Scripted, fast');
  await screen.ask(scripted('Tell me about parcels.', { lead: { text: sentences.join(' '), chunks: 8, chunkDelayMs: 250, hang: true } }));
  const answer = screen.answer('Lead');
  await expect(answer).toContainText('Sentence 1');
  const early = (await answer.innerText()).length;
  await expect(answer).toContainText('Sentence 8');
  expect((await answer.innerText()).length).toBeGreaterThan(early);
  const waveId = await newestWave(stack.client, id);
  const wave = await untilWave(
    stack.client,
    waveId,
    (one) => inTurn('answer')(one) && (one.jobs[0]?.draft?.text ?? '').includes('Sentence 8'),
  );
  expect(wave.state).toBe('running');

  await page.reload();
  await expect(answer).toContainText('Sentence 8');
  await looks(page, 'live-text');
  await stack.client.call('stopWave', { params: { id: waveId }, body: { stopId: 'end-of-journey' } });
  await expect(screen.wave().getByRole('button', { name: 'Receipt' })).toBeVisible();
});

test('a correction is shown while it is written, also after a reload', async ({ conversation: { id, screen }, stack }) => {
  const { page } = screen;
  const claim = 'Parcels fly.';
  await screen.mode('Team');
  for (const agent of ['Lead', 'Skeptic', 'Verifier']) await screen.runBy(agent, 'Scripted, fast');
  await screen.ask(
    scripted('How do parcels travel?', {
      lead: { text: `${claim} They are quick.`, correct: { text: 'Parcels ride in a van. They are quick.', hang: true } },
      skeptic: { concerns: [{ claim, severity: 'blocking' }] },
    }),
  );
  const waveId = await newestWave(stack.client, id);
  await untilWave(stack.client, waveId, (wave) =>
    wave.jobs.some(({ role, draft }) => role === 'correct' && (draft?.text ?? '').includes('They are quick')),
  );
  await expect(screen.answer('Lead')).toContainText('Parcels ride in a van.');
  await page.reload();
  await expect(screen.answer('Lead')).toContainText('Parcels ride in a van.');
  await looks(page, 'live-correction');
  await stack.client.call('stopWave', { params: { id: waveId }, body: { stopId: 'end-of-journey' } });
  await expect(screen.wave().getByRole('button', { name: 'Receipt' })).toBeVisible();
});
