import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import type { Client } from '@parley/client';
import { makeMember } from '../load/people';
import { type Stack, startStack } from '../src/stack';
import { ask, newConversation, type Policy, type Script, scripted, settled, untilWave, type Wave } from '../src/wave';
import { type GroupWatch, watchGroups } from './groups';
import { type ProviderLine, readProviderLog } from './provider-log';
import { startWire, type Wire } from './wire';

export interface Lab {
  stack: Stack;
  /** The owner, and a second person who may write in the same conversations. */
  people: [Client, Client];
  groups: GroupWatch;
  temporal: TemporalClient;
  /** The host reaches the API and Temporal only through these. */
  wires: { api: Wire; temporal: Wire };
  provider(): ProviderLine[];
  close(): Promise<void>;
}

/** The real processes, with a host that can be cut off, and everything that is needed to watch them from outside. */
export async function openLab(options: { capacity?: number; requests?: number } = {}): Promise<Lab> {
  const wires: { api?: Wire; temporal?: Wire } = {};
  const stack = await startStack({
    web: false,
    silence: 'off',
    apiEnv: { API_REQUESTS_PER_MINUTE: '100000' },
    hostEnv: { HOST_CAPACITY: String(options.capacity ?? 24) },
    between: async ({ apiUrl, temporalAddress }) => {
      wires.api = await startWire(new URL(apiUrl).host);
      wires.temporal = await startWire(temporalAddress);
      return { API_URL: `http://${wires.api.address}`, TEMPORAL_ADDRESS: wires.temporal.address };
    },
  });
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const member = await makeMember(stack, 'second');
  const groups = watchGroups(join(stack.folder, 'host'));
  const [api, temporal] = [wires.api as Wire, wires.temporal as Wire];
  return {
    stack,
    groups,
    people: [stack.client, member.client],
    temporal: new TemporalClient({ connection }),
    wires: { api, temporal },
    provider: () => readProviderLog(stack.scriptedLog),
    async close() {
      groups.stop();
      await connection.close();
      await stack.stop();
      api.close();
      temporal.close();
    },
  };
}

export interface Sample {
  at: number;
  state: Wave['state'];
  /** It says that it cannot confirm an end. */
  unconfirmed: boolean;
}

/** One wave under test: what was done to it, and what was seen of it from outside. */
export interface Subject {
  policy: Policy;
  waveId: string;
  conversationId: string;
  askedAt: number;
  /** Begin and end of the first Stop request that was accepted. */
  stopSent: number;
  stopAccepted: number;
  /** When everything worked again. */
  healedAt: number;
  stops: number;
  gaveUp: boolean;
  samples: Sample[];
  unwatch(): Promise<void>;
}

const sampleMs = 100;

export const isUnconfirmed = (wave: Wave): boolean =>
  wave.state === 'recovery_required' || (wave.state === 'stopping' && wave.waitingFor?.kind === 'recovery');
export const readWave = (lab: Lab, id: string): Promise<Wave> => lab.stack.client.call('getWave', { params: { id } });

/** Asks, and reads the wave ever after, as a page does that somebody looks at. */
export async function askWatched(
  lab: Lab,
  policy: Policy,
  script: Script,
  options: { conversationId?: string; repositoryIds?: string[]; previewFingerprint?: string } = {},
): Promise<Subject> {
  const conversationId = options.conversationId ?? (await newConversation(lab.stack.client, `stop ${policy}`));
  const body = scripted('What is refused at the desk?', script);
  const askedAt = Date.now();
  const waveId = await ask(lab.stack.client, { ...options, conversationId, body, policy });
  return watch(lab, { policy, waveId, conversationId, askedAt });
}

export function watch(lab: Lab, asked: Pick<Subject, 'policy' | 'waveId' | 'conversationId' | 'askedAt'>): Subject {
  const over = new AbortController();
  const samples: Sample[] = [];
  const follow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const at = Date.now();
      const wave = await readWave(lab, asked.waveId).catch(() => undefined);
      if (wave) samples.push({ at, state: wave.state, unconfirmed: isUnconfirmed(wave) });
      if (wave?.state === 'settled') return;
      await delay(sampleMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const following = follow();
  const unwatch = async (): Promise<void> => {
    over.abort();
    await following;
  };
  return { ...asked, stopSent: 0, stopAccepted: 0, healedAt: 0, stops: 0, gaveUp: false, samples, unwatch };
}

/** Presses Stop until it is accepted: a person whose request got no answer presses again, and the client repeats with the same id. */
export async function stop(lab: Lab, subject: Subject, how: { by?: Client; stopId?: string } = {}): Promise<Wave> {
  const { by = lab.stack.client, stopId = randomUUID() } = how;
  const end = Date.now() + 60_000;
  for (;;) {
    const sent = Date.now();
    try {
      const wave = await by.call('stopWave', { params: { id: subject.waveId }, body: { stopId } });
      if (subject.stops === 0) Object.assign(subject, { stopSent: sent, stopAccepted: Date.now() });
      subject.stops += 1;
      return wave;
    } catch (error) {
      if ((error as { problem?: unknown }).problem !== undefined || Date.now() > end) throw error;
      await delay(100);
    }
  }
}

/** The next question of the same conversation. */
export const askNext = (lab: Lab, { conversationId }: Subject): Promise<string> =>
  ask(lab.stack.client, { conversationId, body: scripted('And now?', { lead: { text: 'It goes on.', delayMs: 10 } }), policy: 'direct' });

export const until = (lab: Lab, subject: Subject, wanted: (wave: Wave) => boolean, timeoutMs?: number): Promise<Wave> =>
  untilWave(lab.stack.client, subject.waveId, wanted, timeoutMs);

export const untilSettled = (lab: Lab, waveId: string, timeoutMs: number): Promise<Wave> =>
  untilWave(lab.stack.client, waveId, settled, timeoutMs);
