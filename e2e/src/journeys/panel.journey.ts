import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { newestWave, scripted, settled, untilWave } from '../wave';

test('a panel with one failing member keeps the other answers and says what is missing', async ({
  conversation: { id, screen },
  stack,
}) => {
  await screen.mode('Panel');
  for (const agent of ['Lead', 'Skeptic', 'Verifier']) await screen.runBy(agent, 'Scripted, fast');
  await screen.ask(
    scripted('Should the desk weigh parcels twice?', {
      lead: {
        text: 'Weigh once, at the desk. A second scale costs more than the few wrong parcels it finds.\n\n## Next step\n\nCount the wrong ones for a week.',
      },
      skeptic: { fail: 'provider_refused' },
      verifier: {
        text: 'Nothing in the repository says how often a weight is wrong, so no answer can lean on it.\n\n## Next step\n\nLook at a month of receipts.',
      },
    }),
  );
  const wave = await untilWave(stack.client, await newestWave(stack.client, id), settled);
  expect(wave.outcome).toBe('partial');
  expect(wave.jobs.map((job) => [job.participant.name, job.state, job.error?.code ?? null])).toEqual([
    ['Lead', 'completed', null],
    ['Skeptic', 'failed', 'provider_refused'],
    ['Verifier', 'completed', null],
  ]);
  expect(wave.receipt?.notDone.length).toBeGreaterThan(0);

  await expect(screen.answer('Lead')).toContainText('Weigh once');
  await expect(screen.answer('Verifier')).toContainText('how often a weight is wrong');
  await expect(screen.answer('Skeptic')).toContainText(wave.jobs[1]?.error?.title ?? '');
  await expect(screen.wave()).toContainText(wave.receipt?.notDone[0] ?? '');
  await looks(screen.page, 'panel-with-a-failure');
});
