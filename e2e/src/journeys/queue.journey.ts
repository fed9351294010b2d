import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { inTurn, newestWave, scripted, settled, untilWave } from '../wave';

test('a follow-up waits in line with its question and starts when the answer before it has settled', async ({
  conversation: { id, screen },
  stack,
}) => {
  const { client } = stack;
  await screen.mode('Direct');
  await screen.runBy('Lead', 'Scripted, fast');
  await screen.ask(scripted('What is the first thing to check?', { lead: { text: 'The scale comes first.', hang: true } }));
  const first = await newestWave(client, id);
  await untilWave(client, first, inTurn('answer'));
  await screen.ask(scripted('And after that?', { lead: { text: 'Then the price list.' } }));
  const second = await newestWave(client, id);
  const waiting = await untilWave(client, second, ({ waitingFor }) => waitingFor?.kind === 'predecessor');
  expect([waiting.state, waiting.predecessorId]).toEqual(['queued', first]);
  const queue = screen.page.getByRole('region', { name: 'Waiting' });
  await expect(queue).toContainText('1 waiting');
  await expect(queue).toContainText('And after that?');
  await looks(screen.page, 'queue');

  await screen.wave().getByRole('button', { name: 'Stop' }).click();
  expect((await untilWave(client, first, settled)).outcome).toBe('canceled');
  expect((await untilWave(client, second, settled)).outcome).toBe('complete');
  await expect(screen.answer('Lead', screen.wave(1))).toContainText('Then the price list.');
  await expect(queue).toBeHidden();
});
