import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { builtIn, scriptedFast } from '../src/wave';
import type { Scenario } from './matrix';
import type { Bench } from './run-case';
import { type Place, send, sendAll, type Sent, untilAnswered } from './traffic';

export const trafficOf =
  (scenario: Scenario, bench: Bench) =>
  (place: Place): Promise<Sent[]> =>
    scenario === 'gate' ? sendThroughGate(bench, place) : sendAll(bench.stack.client, place);

/** The repository changes between the preview and the send, so that each wave asks before it goes on; then the person says Continue. */
async function sendThroughGate({ stack, repositoryIds }: Bench, { conversations }: Place): Promise<Sent[]> {
  const { client, repository } = stack;
  const names = ['direct', 'panel', 'team'] as const;
  const responders = [{ profileId: builtIn.lead, ...scriptedFast }];
  const preview = await untilAnswered(() =>
    client.call('createPreview', {
      body: {
        conversationId: conversations.direct,
        body: 'What is refused?',
        policy: 'direct',
        responders,
        contextRefs: repositoryIds.map((id) => ({ kind: 'repository' as const, id })),
      },
    }),
  );
  writeFileSync(join(repository.path, 'changed.txt'), `${Date.now()}\n`);
  execFileSync('git', ['-C', repository.path, 'add', 'changed.txt']);
  const sent = await Promise.all(
    names.map((name) =>
      send(client, {
        name,
        policy: name,
        conversationId: conversations[name],
        repositoryIds,
        previewFingerprint: preview.fingerprint,
        script: { '*': { delayMs: 150 } },
      }),
    ),
  );
  await Promise.all(sent.map((one) => goOn(client, one.waveId)));
  return sent;
}

async function goOn(client: Bench['stack']['client'], waveId: string): Promise<void> {
  const params = { id: waveId };
  for (const end = Date.now() + 40_000; Date.now() < end; await delay(100)) {
    const wave = await untilAnswered(() => client.call('getWave', { params }));
    if (wave.state !== 'planned') {
      if (wave.state === 'queued') continue;
      return;
    }
    const fingerprint = wave.context.fingerprint;
    if (fingerprint === null) continue;
    // Another person may have decided, or the wave has gone on: then there is nothing to decide.
    await untilAnswered(() => client.call('continueWave', { params, body: { fingerprint } })).catch(() => undefined);
  }
}
