import { randomUUID } from 'node:crypto';
import { type CallOutput, type Client, NoAnswerError } from '@parley/client';

export type Wave = CallOutput<'getWave'>;
export type Job = Wave['jobs'][number];
export type Policy = Wave['policy'];

/** What each role does, in the words of the scripted provider. */
export type Script = Partial<Record<'lead' | 'skeptic' | 'verifier' | '*', Record<string, unknown>>>;

/** A question that the scripted provider answers as told. */
export const scripted = (question: string, script: Script): string => `${question} [[script:${JSON.stringify(script)}]]`;

export const builtIn = { lead: 'prf_builtin_lead', skeptic: 'prf_builtin_skeptic', verifier: 'prf_builtin_verifier' } as const;
type Agent = keyof typeof builtIn;
export interface Runner {
  runtimeId: string;
  modelId: string;
}
export const scriptedFast: Runner = { runtimeId: 'scripted', modelId: 'scripted-fast' };

const agentsOf: Record<Policy, Agent[]> = {
  direct: ['lead'],
  panel: ['lead', 'skeptic', 'verifier'],
  team: ['lead', 'skeptic', 'verifier'],
};

export async function newConversation(client: Client, title: string): Promise<string> {
  return (await client.call('createConversation', { body: { clientId: randomUUID(), title } })).id;
}

export interface Question {
  conversationId: string;
  body: string;
  policy: Policy;
  runner?: Runner;
  repositoryIds?: string[];
  /** Which state of the sources the sender saw. */
  previewFingerprint?: string;
}

/** Asks agents over the API; the answer is the id of the wave. */
export async function ask(
  client: Client,
  { conversationId, body, policy, runner = scriptedFast, repositoryIds = [], previewFingerprint }: Question,
): Promise<string> {
  const sent = await client.call('sendMessage', {
    params: { id: conversationId },
    body: {
      clientMessageId: randomUUID(),
      body,
      policy,
      responders: agentsOf[policy].map((agent) => ({ profileId: builtIn[agent], ...runner })),
      contextRefs: repositoryIds.map((id) => ({ kind: 'repository' as const, id })),
      ...(previewFingerprint === undefined ? {} : { previewFingerprint }),
    },
  });
  if (!sent.wave) throw new Error('the message called no agent');
  return sent.wave.id;
}

/** The wave that the newest message of a conversation called. */
export async function newestWave(client: Client, conversationId: string): Promise<string> {
  const { items } = await client.call('listMessages', { params: { id: conversationId } });
  const id = items.findLast((message) => message.author.kind === 'person' && message.waveId !== null)?.waveId;
  if (!id) throw new Error('no message of this conversation called an agent');
  return id;
}

const describe = (wave: Wave | undefined): string =>
  wave === undefined
    ? 'the wave was never read'
    : JSON.stringify({
        ...{ state: wave.state, phase: wave.phase, outcome: wave.outcome, reason: wave.reason, waitingFor: wave.waitingFor?.code },
        jobs: wave.jobs.map(({ role, participant, state, delivery, error }) => [role, participant.name, state, delivery, error?.code]),
      });

/** The state may also change without an event (a host that goes silent), so it is read at least this often. */
const readAgainMs = 1_000;

/** Reads a wave at each event of its conversation until it is as wanted. A stream or an API that goes away is taken up again. */
export async function untilWave(client: Client, waveId: string, wanted: (wave: Wave) => boolean, timeoutMs = 45_000): Promise<Wave> {
  const ended = new AbortController();
  const end = Date.now() + timeoutMs;
  let wave: Wave | undefined;
  let wake = (): void => undefined;
  const changed = (): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, readAgainMs);
      wake = () => (clearTimeout(timer), done());
    });
  const follow = async (conversationId: string): Promise<void> => {
    while (!ended.signal.aborted) {
      await client.events({ conversationId, signal: ended.signal, onEvent: () => wake() }).catch(() => undefined);
      if (!ended.signal.aborted) await changed();
    }
  };
  let following: Promise<void> | undefined;
  try {
    for (;;) {
      const next = changed();
      wave = await client.call('getWave', { params: { id: waveId } }, { timeoutMs: 10_000 }).catch((error: unknown) => {
        if (error instanceof NoAnswerError || (error as { problem?: { status?: number } }).problem?.status === 503) return wave;
        throw error;
      });
      if (wave && wanted(wave)) return wave;
      if (wave) following ??= follow(wave.conversationId);
      if (Date.now() > end) throw new Error(`The wave did not get there within ${timeoutMs / 1000} s: ${describe(wave)}`);
      await next;
    }
  } finally {
    ended.abort();
    wake();
    await following;
  }
}

export const settled = (wave: Wave): boolean => wave.state === 'settled';
/** A turn of this role whose request the provider has taken. */
export const inTurn =
  (role: Job['role']) =>
  (wave: Wave): boolean =>
    wave.jobs.some((job) => job.role === role && job.state === 'running' && job.delivery === 'acknowledged');
