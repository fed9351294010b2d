import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { Client, Connection } from '@temporalio/client';
import { repositoryRoot } from '../src/process';
import { type Stack, startStack } from '../src/stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave } from '../src/wave';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ web: false, silence: 'off' });
});
test.afterAll(() => stack.stop());
/** Without the UI's own menus. */
const content = { x: 256, y: 50, width: 924 };
const picture = (name: string): string => join(repositoryRoot, 'docs/images', `${name}.png`);

test('the Temporal UI, with waves that wait for different things', async ({ page }) => {
  const { client } = stack;
  const asking = async (body: string, policy: 'direct' | 'team', more: object = {}): Promise<string> =>
    ask(client, { conversationId: await newConversation(client, body), body, policy, ...more });
  await untilWave(client, await asking('What is refused?', 'team'), settled);
  await untilWave(client, await asking('What is free?', 'direct'), settled);
  const { items } = await client.call('listRepositories');
  await asking('Changed?', 'direct', { repositoryIds: items.map(({ id }) => id), previewFingerprint: 'f'.repeat(64) });
  const running = await asking(scripted('Slow?', { lead: { hang: true } }), 'team');
  await untilWave(client, running, inTurn('answer'));
  const lost = await asking(scripted('Lost?', { lead: { hang: true } }), 'team');
  await untilWave(client, lost, inTurn('answer'));
  await stack.processes.host.kill('SIGKILL');
  await asking('Early?', 'direct');
  await client.call('stopWave', { params: { id: lost }, body: { stopId: randomUUID() } });
  await untilWave(client, lost, (wave) => wave.waitingFor?.code === 'delivery_not_confirmed');

  const connection = await Connection.connect({ address: stack.temporalAddress });
  const { runId } = await new Client({ connection }).workflow.getHandle(`wave/${lost}`).describe();
  await connection.close();
  const query = encodeURIComponent("WorkflowType = 'wave'");
  await page.goto(`${stack.temporalUiUrl}/namespaces/default/workflows?query=${query}`);
  await page.getByText(`wave/${lost}`).first().waitFor();
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: picture('temporal-waves'), animations: 'disabled', clip: { ...content, height: 470 } });

  await page.goto(`${stack.temporalUiUrl}/namespaces/default/workflows/${encodeURIComponent(`wave/${lost}`)}/${runId}/history`);
  await page
    .getByRole('tab', { name: /User Metadata/ })
    .or(page.getByRole('link', { name: /User Metadata/ }))
    .first()
    .click();
  // Shown in a frame of its own, which the UI fills when it has asked the workflow.
  await page
    .frameLocator('iframe')
    .first()
    .getByText('delivery_not_confirmed')
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined);
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: picture('temporal-wave'), animations: 'disabled', clip: { ...content, height: 860 } });
});
