import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, NoAnswerError, ProblemError } from '@parley/client';

export interface Writers {
  readonly accepted: readonly Accepted[];
  /** Codes of refusals, with how often each came. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly longestMs: number;
  stop(): Promise<void>;
}
export interface Accepted {
  conversationId: string;
  messageId: string;
  body: string;
  seq: number;
  /** Between the first try and the answer. */
  ms: number;
}
export interface WriterOptions {
  /** One for each address; a writer goes to the next one when an address does not answer. */
  clients: readonly Client[];
  conversationIds: readonly string[];
  count: number;
  pauseMs: number;
  noteBytes?: number;
}

const patienceMs = 60_000;
const againMs = 200;

/** People who write notes, each one message after the other. One that gets no answer, or hears that something is away, repeats with the same id. */
export function write({ clients, conversationIds, count, pauseMs, noteBytes = 0 }: WriterOptions): Writers {
  const ended = new AbortController();
  const accepted: Accepted[] = [];
  const refusals = new Map<string, number>();
  let longestMs = 0;
  const send = async (conversationId: string, at: number): Promise<void> => {
    const body = `Note ${randomUUID()}${randomBytes(noteBytes / 2).toString('hex')}`;
    const request = {
      params: { id: conversationId },
      body: { clientMessageId: randomUUID(), body, policy: 'note' as const, responders: [] },
    };
    const begun = performance.now();
    for (let attempt = at; performance.now() - begun < patienceMs; attempt += 1) {
      try {
        const { message, eventSeq } = await clients[attempt % clients.length]!.call('sendMessage', request, { timeoutMs: 10_000 });
        const ms = performance.now() - begun;
        accepted.push({ conversationId, messageId: message.id, body, seq: eventSeq, ms });
        longestMs = Math.max(longestMs, ms);
        return;
      } catch (error) {
        if (!(error instanceof NoAnswerError || error instanceof ProblemError)) throw error;
        const code = error instanceof ProblemError ? `${error.problem.status} ${error.problem.code}` : 'no answer';
        refusals.set(code, (refusals.get(code) ?? 0) + 1);
        if (error instanceof ProblemError && error.problem.status !== 503) return;
      }
      await delay(againMs);
    }
    refusals.set('given up', (refusals.get('given up') ?? 0) + 1);
  };
  const run = async (of: number): Promise<void> => {
    await delay((pauseMs * of) / count);
    for (let n = of; !ended.signal.aborted; n += 1) {
      const begun = performance.now();
      await send(conversationIds[n % conversationIds.length]!, of);
      await delay(Math.max(0, pauseMs - (performance.now() - begun)), undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, of) => run(of)));
  return {
    accepted,
    refusals,
    get longestMs() {
      return longestMs;
    },
    async stop() {
      ended.abort();
      await running;
    },
  };
}

/** Refusals as a line. */
export const refusalsOf = ({ refusals }: Pick<Writers, 'refusals'>): string =>
  refusals.size === 0 ? 'none' : [...refusals].map(([code, times]) => `${code} × ${times}`).join(', ');

/** What was accepted and cannot be read in its conversation, or stands there more than once. */
export async function missingOf(client: Client, { accepted }: Pick<Writers, 'accepted'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const conversationId of new Set(accepted.map((one) => one.conversationId))) {
    const bodies = new Map<string, number>();
    for (let before: string | null | undefined; before !== null;) {
      const page = await client.call('listMessages', {
        params: { id: conversationId },
        query: { limit: 200, ...(before ? { before } : {}) },
      });
      for (const { body } of page.items) bodies.set(body ?? '', (bodies.get(body ?? '') ?? 0) + 1);
      before = page.before;
    }
    for (const one of accepted)
      if (one.conversationId === conversationId && bodies.get(one.body) !== 1)
        wrong.push(`${one.messageId} × ${bodies.get(one.body) ?? 0}`);
  }
  return wrong;
}
