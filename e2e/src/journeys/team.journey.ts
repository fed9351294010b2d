import { citationsOf } from '../citations';
import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { newestWave, scripted, settled, untilWave } from '../wave';

test('a team answers about a repository, reviews itself and gives a receipt', async ({ conversation: { id, screen }, stack }) => {
  const { page } = screen;
  await screen.mode('Team');
  for (const agent of ['Lead', 'Skeptic', 'Verifier']) await screen.runBy(agent, 'Search, no model');
  await screen.mention('parcel-desk');
  await screen.ask('How is the shipping price computed, and which parcels are refused?');
  const wave = await untilWave(stack.client, await newestWave(stack.client, id), settled);
  expect([wave.outcome, wave.receipt?.complete]).toEqual(['complete', true]);
  expect(wave.receipt?.reviewers.map(({ name }) => name)).toEqual(['Skeptic', 'Verifier']);
  expect(wave.jobs.filter(({ role }) => role === 'review').map(({ result }) => result?.kind)).toEqual(['review', 'review']);
  const { items } = await stack.client.call('listMessages', { params: { id } });
  const places = citationsOf(items.findLast(({ author, status }) => author.kind === 'agent' && status === 'visible')?.body ?? '');
  expect(places.length).toBeGreaterThan(1);
  for (const place of places) expect(stack.repository.has(place), `${place.path}:${place.line}`).toBe(true);

  const frame = screen.wave();
  await expect(frame.getByRole('button', { name: /^Skeptic/ })).toBeVisible();
  await expect(frame.getByRole('button', { name: /^Verifier/ })).toBeVisible();
  await expect(frame).toContainText(wave.receipt?.summary ?? '');
  await looks(page, 'team');

  await frame.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Team response' });
  await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(receipt.getByRole('link', { name: 'Open in Temporal' })).toHaveAttribute('href', new RegExp(`^${stack.temporalUiUrl}`));
  await looks(page, 'receipt');
});

test('a false claim of the lead gets a concern from the evidence and is corrected once', async ({
  conversation: { id, screen },
  stack,
}) => {
  const { page } = screen;
  await screen.mode('Team');
  await screen.runBy('Lead', 'Scripted, fast');
  for (const agent of ['Skeptic', 'Verifier']) await screen.runBy(agent, 'Search, no model');
  await screen.mention('parcel-desk');
  const claim = 'The limit `maximumWeightKg` is 40.';
  await screen.ask(
    scripted('How heavy may a parcel be?', {
      lead: { text: `The desk refuses what is too heavy. ${claim} Whatever is heavier raises \`TooHeavy\` (\`src/price.ts:7\`).` },
    }),
  );
  const wave = await untilWave(stack.client, await newestWave(stack.client, id), settled);
  expect([wave.outcome, wave.receipt?.complete]).toEqual(['complete', true]);
  const concern = wave.concerns.find(({ eligible }) => eligible);
  expect(concern).toMatchObject({ claimFound: true, evidenceStatus: 'observed_context', outcome: 'revised' });
  expect(concern?.targetClaim).toContain('40');
  expect(concern?.citations).toContainEqual(expect.objectContaining({ path: 'src/limits.ts', line: 2, valid: true }));
  expect(wave.jobs.filter(({ role }) => role === 'correct')).toHaveLength(1);

  const { items } = await stack.client.call('listMessages', { params: { id } });
  const [first, corrected] = items.filter(({ author }) => author.kind === 'agent');
  expect([first?.status, first?.supersededBy, corrected?.supersedes]).toEqual(['superseded', corrected?.id, first?.id]);

  const answer = screen.answer('Lead');
  await expect(answer).toContainText('Corrected');
  await expect(answer).toContainText('30');
  await expect(answer).not.toContainText(claim.replaceAll('`', ''));
  await looks(page, 'corrected');

  await answer.getByRole('button', { name: 'Compare with first answer' }).click();
  await expect(answer.locator('del').first()).toContainText('40');
  await expect(answer.locator('ins').first()).toContainText('30');
  await screen
    .wave()
    .getByRole('button', { name: new RegExp(`^${concern?.reviewer.name}`) })
    .click();
  await expect(screen.wave()).toContainText((concern?.reason ?? '').replaceAll('`', ''));
  await looks(page, 'corrected-compared');
});
