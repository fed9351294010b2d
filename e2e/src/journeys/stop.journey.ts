import { expect, test } from '../fixtures';
import { looks } from '../looks';
import { inTurn, newestWave, scripted, type Script, settled, untilWave, type Job } from '../wave';

const claim = 'Each parcel is weighed twice.';
const lead = { text: `The desk is careful. ${claim} That is enough.` };
const concern = {
  claim,
  severity: 'blocking',
  reason: 'The desk weighs once.',
  evidence: 'Nothing weighs a second time.',
  suggestion: 'Replace it with: Each parcel is weighed once.',
};

const phases: { phase: string; role: Job['role']; script: Script; outcome: string; kept: string | null }[] = [
  { phase: 'answer', role: 'answer', script: { lead: { ...lead, hang: true } }, outcome: 'canceled', kept: null },
  { phase: 'review', role: 'review', script: { lead, skeptic: { hang: true }, verifier: {} }, outcome: 'partial', kept: claim },
  {
    phase: 'correction',
    role: 'correct',
    script: { lead: { ...lead, correct: { hang: true } }, skeptic: { concerns: [concern] } },
    outcome: 'partial',
    kept: claim,
  },
];

for (const { phase, role, script, outcome, kept } of phases) {
  test(`Stop during the ${phase} ends the turn and keeps what was there`, async ({ conversation: { id, screen }, stack }) => {
    await screen.mode('Team');
    for (const agent of ['Lead', 'Skeptic', 'Verifier']) await screen.runBy(agent, 'Scripted, fast');
    await screen.ask(scripted('How does the desk weigh?', script));
    const waveId = await newestWave(stack.client, id);
    await untilWave(stack.client, waveId, inTurn(role));
    const stop = screen.wave().getByRole('button', { name: 'Stop', exact: true });
    await expect(stop).toBeVisible();
    if (role === 'correct') await expect(screen.wave()).toContainText('is writing a correction');
    await looks(screen.page, `working-${phase}`);
    await stop.click();
    const wave = await untilWave(stack.client, waveId, settled);
    expect([wave.outcome, wave.reason, wave.receipt?.complete]).toEqual([outcome, kept === null ? 'user_canceled' : 'stopped', false]);
    await expect(stop).toBeHidden();
    await expect(screen.wave()).toContainText(wave.receipt?.notDone[0] ?? wave.receipt?.summary ?? '');
    if (kept !== null) await expect(screen.answer('Lead')).toContainText(kept);
    await looks(screen.page, `stopped-${phase}`);
  });
}
