import { randomUUID } from 'node:crypto';
import type { Client } from '@parley/client';
import { builtIn, type Policy } from '../src/wave';
import { steadyMs } from './clock';
import { modelId } from './model';

export interface WaveWatch {
  /** When the stream said that this wave has settled. */
  settled(waveId: string): Promise<number>;
  close(): Promise<void>;
}

/** One stream for all waves: what a page that is open would see. */
export async function watchWaves(client: Client): Promise<WaveWatch> {
  const ended = new AbortController();
  const times = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  let last: string | undefined;
  const ready = Promise.withResolvers<void>();
  const follow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await client
        .events({
          signal: ended.signal,
          after: last,
          onEvent(event) {
            if (event.kind === 'ready') ready.resolve();
            if (event.kind === 'ready' || event.kind === 'event') last = event.id;
            if (event.kind !== 'event' || event.data.type !== 'wave.settled' || event.data.waveId === undefined) return;
            const tell = waiting.get(event.data.waveId);
            waiting.delete(event.data.waveId);
            if (tell) tell(steadyMs());
            else times.set(event.data.waveId, steadyMs());
          },
        })
        .catch(() => undefined);
      if (!ended.signal.aborted) await new Promise((done) => setTimeout(done, 100));
    }
  };
  const following = follow();
  await ready.promise;
  return {
    settled(waveId) {
      const known = times.get(waveId);
      times.delete(waveId);
      return known === undefined ? new Promise((tell) => waiting.set(waveId, tell)) : Promise.resolve(known);
    },
    async close() {
      ended.abort();
      await following;
    },
  };
}

export interface EmptyWave {
  policy: Policy;
  body: string;
}

const agents: Record<Policy, (keyof typeof builtIn)[]> = {
  direct: ['lead'],
  panel: ['lead', 'skeptic', 'verifier'],
  team: ['lead', 'skeptic', 'verifier'],
};

/** The body of a request that asks agents of the loopback model. */
export const question = ({ policy, body }: EmptyWave): string =>
  JSON.stringify({
    clientMessageId: randomUUID(),
    ...{ body, policy, contextRefs: [] },
    responders: agents[policy].map((agent) => ({ profileId: builtIn[agent], runtimeId: 'openai-compatible', modelId })),
  });

export const waveIdOf = (answer: string): string => (JSON.parse(answer) as { wave: { id: string } }).wave.id;
