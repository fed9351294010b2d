import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, NoAnswerError, ProblemError } from '@parley/client';
import { builtIn, type Policy, scripted, scriptedFast, settled, untilWave, type Wave } from '../src/wave';

export interface Askers {
  /** Waves that came to their end, or to the end of our patience. */
  readonly waves: readonly Wave[];
  /** Accepted, by id, with what they had been asked for. */
  readonly asked: ReadonlyMap<string, Policy>;
  readonly refusals: ReadonlyMap<string, number>;
  /** Asks no more, and waits until everything that was asked has settled. */
  stop(): Promise<void>;
}
export interface AskerOptions {
  client: Client;
  conversationIds: readonly string[];
  policies: readonly Policy[];
  /** What an agent takes before it says something. */
  delayMs: number;
  pauseMs: number;
  /** How long a wave may take. */
  patienceMs: number;
}

const againMs = 250;
const respondersOf = { direct: ['lead'], panel: ['lead', 'skeptic'], team: ['lead', 'skeptic', 'verifier'] } as const;

/** One person in each conversation who asks agents, waits for the end, and asks again. */
export function keepAsking({ client, conversationIds, policies, delayMs, pauseMs, patienceMs }: AskerOptions): Askers {
  const ended = new AbortController();
  const waves: Wave[] = [];
  const asked = new Map<string, Policy>();
  const refusals = new Map<string, number>();
  const note = (code: string): void => void refusals.set(code, (refusals.get(code) ?? 0) + 1);

  const askOnce = async (conversationId: string, policy: Policy): Promise<string | null> => {
    const body = scripted('What is refused?', { '*': { text: 'Parcels above the limit are refused.', delayMs, chunks: 3 } });
    const responders = respondersOf[policy].map((agent) => ({ profileId: builtIn[agent], ...scriptedFast }));
    const request = { params: { id: conversationId }, body: { clientMessageId: randomUUID(), body, policy, responders } };
    for (const until = performance.now() + patienceMs; performance.now() < until; await delay(againMs)) {
      try {
        return (await client.call('sendMessage', request, { timeoutMs: 10_000 })).wave?.id ?? null;
      } catch (error) {
        if (!(error instanceof NoAnswerError || error instanceof ProblemError)) throw error;
        note(error instanceof ProblemError ? `${error.problem.status} ${error.problem.code}` : 'no answer');
        if (error instanceof ProblemError && error.problem.status !== 503) return null;
      }
    }
    note('given up');
    return null;
  };
  const run = async (conversationId: string, first: number): Promise<void> => {
    for (let n = first; !ended.signal.aborted; n += 1) {
      const policy = policies[n % policies.length] ?? 'direct';
      const id = await askOnce(conversationId, policy);
      if (id !== null) {
        asked.set(id, policy);
        const wave = await untilWave(client, id, settled, patienceMs).catch(() =>
          client.call('getWave', { params: { id } }).catch(() => null),
        );
        if (wave) waves.push(wave);
      }
      await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(conversationIds.map(run));
  return {
    ...{ waves, asked, refusals },
    async stop() {
      ended.abort();
      await running;
    },
  };
}
