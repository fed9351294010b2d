import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database';

/**
 * `events`: rows were added to the event log. `outbox`: the relay has work. `draft`: a turn has new text, id `jobId/attempt`.
 * `read`: a person's marker moved, id `personId/conversationId`. `rights`: a session or key ended, or an audience changed, id of it.
 * `inspect`: a preview wants live evidence from a host, id of the host.
 */
export const doorbellTopics = ['events', 'outbox', 'draft', 'read', 'rights', 'inspect'] as const;
export type DoorbellTopic = (typeof doorbellTopics)[number];
type Listener = (id: string) => void;

/**
 * A doorbell between the processes of the API: it says that there is something to read, never what. Rung after commit, outside the
 * transaction; a lost ring costs one poll. Rings of one moment are joined, so that a burst of writes is one NOTIFY.
 */
export interface Doorbell {
  ring(topic: DoorbellTopic, id?: string): void;
  on(topic: DoorbellTopic, listener: Listener): () => void;
  /** Listens until `close`, also after lost connections. `onGap` is called after each (re)connection, when rings may have been missed. */
  listen(onGap: () => void): Promise<void>;
  close(): Promise<void>;
}

const channel = 'parley_doorbell';
const retryMs = 500;
/** A process that listens says so this often, to the others; alone, nobody has to be told anything over the database. */
const presenceMs = 5_000;
const presentMs = 3 * presenceMs;
/** NOTIFY carries at most 8000 bytes. */
const ringsPerNotify = 60;

export function createDoorbell(database: Database, log: Logger): Doorbell {
  const self = randomBytes(6).toString('hex');
  const listeners = new Map<DoorbellTopic, Set<Listener>>(doorbellTopics.map((topic) => [topic, new Set<Listener>()]));
  const pending = new Set<string>();
  let scheduled = false;
  let closed = false;
  let ear: Client | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let presence: ReturnType<typeof setInterval> | undefined;
  let othersSeenAt = -Infinity;
  // Who does not listen does not know, and tells.
  const areOthersThere = (): boolean => ear === null || performance.now() - othersSeenAt < presentMs;

  const notify = (words: readonly string[]): void => {
    sql`select pg_notify(${channel}, ${[self, ...words].join(' ')})`
      .execute(database.db)
      .catch((error: unknown) => log.debug({ code: (error as { code?: string }).code }, 'doorbell not rung'));
  };

  const tell = (topic: DoorbellTopic, id: string): void => listeners.get(topic)?.forEach((listener) => listener(id));

  const flush = (): void => {
    scheduled = false;
    const rings = [...pending];
    pending.clear();
    if (!areOthersThere()) return;
    for (let i = 0; i < rings.length && !closed; i += ringsPerNotify) notify(rings.slice(i, i + ringsPerNotify));
  };

  const hear = (payload: string): void => {
    const [from, ...rings] = payload.split(' ');
    if (from === self) return;
    othersSeenAt = performance.now();
    if (rings.includes('hello') && !closed) notify(['here']);
    for (const ring of rings) {
      const [topic, id = ''] = ring.split('=', 2) as [DoorbellTopic, string?];
      tell(topic, id);
    }
  };

  const connect = async (onGap: () => void): Promise<void> => {
    const client = database.newClient();
    const again = once(() => {
      if (ear === client) ear = null;
      void client.end().catch(() => undefined);
      if (!closed) retry = setTimeout(() => void connect(onGap).catch(() => undefined), retryMs).unref();
    });
    client.on('error', again);
    client.on('end', again);
    client.on('notification', (message) => hear(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      again();
      throw error;
    }
    if (closed) return client.end();
    ear = client;
    notify(['hello']);
    presence ??= setInterval(() => notify(['here']), presenceMs).unref();
    onGap();
  };

  return {
    ring(topic, id = '') {
      if (closed) return;
      tell(topic, id);
      pending.add(`${topic}=${id}`);
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    },
    on(topic, listener) {
      listeners.get(topic)?.add(listener);
      return () => void listeners.get(topic)?.delete(listener);
    },
    listen: connect,
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(presence);
      for (const set of listeners.values()) set.clear();
      await ear?.end().catch(() => undefined);
    },
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
