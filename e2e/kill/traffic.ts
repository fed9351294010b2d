import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, NoAnswerError, ProblemError } from '@parley/client';
import { builtIn, inTurn, type Policy, scripted, scriptedFast, type Script, type Wave } from '../src/wave';

/** What a client of the API does with an answer that did not come, or with "not now": the same again, with the same id. */
export async function untilAnswered<T>(call: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const passing = error instanceof NoAnswerError || (error instanceof ProblemError && (error.problem.status ?? 500) >= 500);
      if (!passing || Date.now() > end) throw error;
    }
    await delay(100);
  }
}

export interface Sent {
  name: string;
  policy: Policy;
  conversationId: string;
  clientMessageId: string;
  waveId: string;
}

const turnMs = 150;
const quick: Script = { '*': { delayMs: turnMs, chunks: 2 } };
const corrected: Script = {
  lead: { text: 'Parcels above the limit are refused.', delayMs: turnMs, chunks: 2 },
  skeptic: {
    delayMs: turnMs,
    concerns: [{ claim: 'Parcels above the limit are refused.', suggestion: 'Replace it with: Only heavy parcels are refused.' }],
  },
  verifier: { delayMs: turnMs },
};

const agents: Record<Policy, (keyof typeof builtIn)[]> = {
  direct: ['lead'],
  panel: ['lead', 'skeptic', 'verifier'],
  team: ['lead', 'skeptic', 'verifier'],
};

export interface Question {
  name: string;
  policy: Policy;
  script: Script;
  conversationId: string;
  repositoryIds: string[];
  previewFingerprint?: string;
}

export async function send(client: Client, question: Question): Promise<Sent> {
  const { name, policy, conversationId, previewFingerprint } = question;
  const body = {
    clientMessageId: randomUUID(),
    body: scripted('What is refused?', question.script),
    policy,
    responders: agents[policy].map((agent) => ({ profileId: builtIn[agent], ...scriptedFast })),
    contextRefs: question.repositoryIds.map((id) => ({ kind: 'repository' as const, id })),
    ...(previewFingerprint === undefined ? {} : { previewFingerprint }),
  };
  const sent = await untilAnswered(() => client.call('sendMessage', { params: { id: conversationId }, body }));
  if (!sent.wave) throw new Error('the message called no agent');
  return { name, policy, conversationId, clientMessageId: body.clientMessageId, waveId: sent.wave.id };
}

export interface Place {
  conversations: Record<'direct' | 'panel' | 'team' | 'corrected' | 'stopped', string>;
  repositoryIds: string[];
}

/** All policies at once: a Direct wave with another one behind it, a Panel, a Team about a repository, a Team with a correction, and one that is stopped. */
export async function sendAll(client: Client, place: Place): Promise<Sent[]> {
  const { conversations, repositoryIds } = place;
  const one = (name: keyof Place['conversations'], policy: Policy, script: Script, withRepository = false): Promise<Sent> =>
    send(client, { name, policy, script, conversationId: conversations[name], repositoryIds: withRepository ? repositoryIds : [] });
  const behind = async (): Promise<Sent[]> => [await one('direct', 'direct', quick), await one('direct', 'direct', quick)];
  const sent = await Promise.all([
    behind(),
    one('panel', 'panel', quick),
    one('team', 'team', quick, true),
    one('corrected', 'team', corrected),
    one('stopped', 'direct', { '*': { hang: true } }),
  ]);
  const all = sent.flat();
  void stopOnceItRuns(client, all.at(-1)!).catch(() => undefined);
  return all;
}

async function stopOnceItRuns(client: Client, { waveId }: Sent): Promise<void> {
  const params = { id: waveId };
  for (const end = Date.now() + 30_000; Date.now() < end; await delay(100)) {
    const wave: Wave = await untilAnswered(() => client.call('getWave', { params }));
    if (wave.state === 'settled') return;
    if (inTurn('answer')(wave) || wave.state === 'recovery_required') break;
  }
  await untilAnswered(() => client.call('stopWave', { params, body: { stopId: `stop-${waveId}` } }));
}
