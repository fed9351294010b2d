import { canRead } from '@parley/domain';
import type { Logger } from 'pino';
import type { Response } from 'express';
import type { PersonActor } from '../auth/actor';
import { cursorsOf } from '../database/cursors';
import type { Db } from '../database/database';
import { isUnavailable } from '../database/unavailable';
import { readMarker } from '../conversations/read-markers';
import { safeError } from '../http/safe-error';
import type { Metrics } from '../ops/metrics';
import { type ConversationRights, RightsCache } from './conversation-rights';
import { findEndedCredentials } from './credentials.repo';
import type { Doorbell } from './doorbell';
import { DraftIncrements } from './draft-increments';
import { beat, frame, logFrame, readyFrame } from './frames';
import { isInLog, readEnd, readLog, visibleTo } from './log.repo';
import { isBehind, type Position, positionOf } from './position';
import { type ClosingReason, EventStream } from './stream';
import { coalesced } from './coalesced';

export interface EventHub {
  /** New text of a turn was stored in `runtime.turn_draft`: its viewers get the increment. */
  publishDraft(draft: { jobId: string; attempt: number }): void;
  /** A person's read marker moved: their other streams hear it. */
  publishRead(read: { personId: string; conversationId: string }): void;
  /** A session or API key ended, or the audience of a conversation changed: streams without rights are closed. */
  endRights(id: string): void;
  /** Opens a stream on an answer that has no headers yet. @throws ParleyError `cursor_invalid` before anything is written */
  stream(wanted: { actor: PersonActor; conversationId: string | null; after: string | null; response: Response }): Promise<void>;
  /** Begins to listen; before it no stream can be opened. */
  open(): Promise<void>;
  /** Ends every stream with this reason. */
  close(reason: 'shutdown'): void;
}

const pageSize = 500;
const pollMs = 1_000;
const beatMs = 15_000;
const credentialsMs = 30_000;

/**
 * The live streams of this process. One reader follows the log for all of them: each event is read and written as text once, and given to
 * the streams that may see it. A stream that comes back first reads its past by itself, until it stands where the common reader stands.
 */
export function createEventHub(parts: { db: Db; doorbell: Doorbell; log: Logger; metrics: Metrics }): EventHub {
  const { db, doorbell, log, metrics } = parts;
  const streams = new Set<EventStream>();
  const rights = new RightsCache(db);
  const drafts = new DraftIncrements();
  const rungDrafts = new Set<string>();
  /** Where the common reader stands; null while nobody listens. */
  let head: Position | null = null;
  /** The connection was lost since the log was last looked at. */
  let unsure = false;
  let closed = false;
  const timers: NodeJS.Timeout[] = [];

  const failed = (what: string) => (error: unknown) => {
    if (!closed) log.warn({ err: safeError(error) }, what);
  };

  const maySee = (stream: EventStream, conversationId: string, of: ConversationRights | undefined): boolean =>
    of !== undefined && (stream.conversationId === null || stream.conversationId === conversationId) && canRead(stream.actor, of);

  const follow = coalesced(async () => {
    if (unsure) await checkLog();
    for (let complete = false; !complete && head && streams.size > 0;) {
      const from: Position = head;
      const page = await readLog(db, from, pageSize);
      const cursors = await cursorsOf(db);
      for (const event of page.events) if (event.type.startsWith('conversation.')) rights.forget(event.conversationId);
      await rights.load(page.events.map((event) => event.conversationId));
      for (const event of page.events) {
        const of = rights.get(event.conversationId);
        if (of?.deleted && event.type !== 'conversation.deleted') continue;
        let text: string | undefined;
        for (const stream of streams) {
          if (!stream.live || !isBehind(stream.position, event.position) || !maySee(stream, event.conversationId, of)) continue;
          text ??= logFrame(cursors, event);
          stream.send(text);
          stream.position = event.position;
          if (event.type === 'conversation.deleted' && stream.conversationId === event.conversationId) stream.close('rights_ended');
        }
      }
      // Nobody listens any more: whoever comes next begins at their own place.
      head = streams.size > 0 ? page.next : null;
      complete = page.complete;
    }
  }, failed('the event log could not be read'));

  const tellDrafts = coalesced(async () => {
    const keys = [...rungDrafts];
    rungDrafts.clear();
    if (streams.size === 0 || keys.length === 0) return;
    const increments = await drafts.read(db, keys);
    await rights.load(increments.map((increment) => increment.conversationId));
    for (const increment of increments) {
      const text = frame('draft', increment);
      const of = rights.get(increment.conversationId);
      if (of?.deleted) continue;
      for (const stream of streams) if (stream.live && maySee(stream, increment.conversationId, of)) stream.send(text);
    }
  }, failed('drafts could not be told'));

  const tellRead = async (personId: string, conversationId: string): Promise<void> => {
    const mine = [...streams].filter(
      (stream) => stream.actor.personId === personId && (stream.conversationId ?? conversationId) === conversationId,
    );
    if (mine.length === 0) return;
    await rights.load([conversationId]);
    const text = frame('read', { conversationId, ...(await readMarker(db, personId, conversationId)) });
    for (const stream of mine) if (maySee(stream, conversationId, rights.get(conversationId))) stream.send(text);
  };

  /** What a conversation's streams may still do after its audience changed or it was deleted. */
  const checkConversation = async (conversationId: string): Promise<void> => {
    const earlier = rights.get(conversationId);
    rights.forget(conversationId);
    if (streams.size === 0) return;
    await rights.load([conversationId]);
    const now = rights.get(conversationId);
    for (const stream of streams) {
      if (now && canRead(stream.actor, now) && !now.deleted) continue;
      // Its end is an event of the log, told to those who could read it, and closes their streams.
      if (now?.deleted && canRead(stream.actor, now)) continue;
      if (stream.conversationId === conversationId) stream.close('rights_ended');
      else if (stream.conversationId === null && earlier && canRead(stream.actor, earlier))
        stream.send(frame('reset', { reason: 'rights_changed' }));
    }
  };

  const checkCredentials = async (only?: string): Promise<void> => {
    const asked = [...streams].filter((stream) => only === undefined || stream.actor.credentialId === only);
    if (asked.length === 0) return;
    const ended = await findEndedCredentials(
      db,
      asked.map((stream) => stream.actor),
    );
    for (const stream of asked) if (ended.has(stream.actor.credentialId)) stream.close('rights_ended');
  };

  const readPast = async (stream: EventStream): Promise<void> => {
    const cursors = await cursorsOf(db);
    const visible = visibleTo(stream.actor, stream.conversationId);
    while (stream.isOpen) {
      const page = await readLog(db, stream.position, pageSize, visible);
      for (const event of page.events) {
        await stream.sendAndWait(logFrame(cursors, event));
        stream.position = event.position;
        if (event.type === 'conversation.deleted' && stream.conversationId === event.conversationId) stream.close('rights_ended');
      }
      stream.position = page.next;
      // Cutover. The common reader may have gone further meanwhile; if not, what it reads next is what this stream needs next.
      if (page.complete && head && !isBehind(page.through, head)) {
        stream.live = true;
        return;
      }
    }
  };

  /** After the connection was lost the log may be another one: an older state that was put back. Its readers have to read everything again. */
  const checkLog = async (): Promise<void> => {
    const isSame = head === null || (await isInLog(db, head));
    const end = isSame ? null : await readEnd(db);
    unsure = false;
    if (end === null || head === null) return;
    head = end;
    for (const stream of streams) {
      stream.position = end;
      stream.send(frame('reset', { reason: 'restored' }));
    }
  };

  /** A database that is away for a moment delays the past; it ends no stream. */
  const readPastPatiently = async (stream: EventStream): Promise<void> => {
    while (stream.isOpen && !stream.live) {
      try {
        await readPast(stream);
      } catch (error) {
        failed('a stream could not read its past')(error);
        if (!isUnavailable(error)) stream.close('shutdown');
        else await new Promise((resolve) => setTimeout(resolve, pollMs).unref());
      }
    }
  };

  const ended = (stream: EventStream) => (reason: ClosingReason | 'left') => {
    streams.delete(stream);
    metrics.streams.set(streams.size);
    if (reason !== 'left') metrics.streamsClosed.inc({ reason });
    if (streams.size === 0) head = null;
  };

  return {
    publishDraft: ({ jobId, attempt }) => doorbell.ring('draft', `${jobId}/${attempt}`),
    publishRead: ({ personId, conversationId }) => doorbell.ring('read', `${personId}/${conversationId}`),
    endRights: (id) => doorbell.ring('rights', id),

    async stream({ actor, conversationId, after, response }) {
      const cursors = await cursorsOf(db);
      const known = after === null ? null : positionOf(cursors, after);
      const resumed = known !== null && (await isInLog(db, known)) ? known : null;
      const start = resumed ?? (await readEnd(db));
      if (response.destroyed) return;
      const stream = new EventStream(actor, conversationId, start, response, (reason) => ended(stream)(reason));
      if (closed) {
        stream.close('shutdown');
        return;
      }
      streams.add(stream);
      metrics.streams.set(streams.size);
      head ??= start;
      // What happened between that cursor and now cannot be told: the reader has to read everything again.
      const reset = after !== null && resumed === null ? frame('reset', { reason: 'restored' }) : '';
      stream.send(`: hello\n\n${reset}${readyFrame(cursors, start)}`);
      // What was written between its start and now is its past, too.
      await readPastPatiently(stream);
      follow();
    },

    async open() {
      doorbell.on('events', follow);
      doorbell.on('draft', (key) => {
        if (streams.size === 0) return;
        rungDrafts.add(key);
        tellDrafts();
      });
      doorbell.on('read', (id) => {
        const [personId = '', conversation = ''] = id.split('/');
        tellRead(personId, conversation).catch(failed('a read marker could not be told'));
      });
      doorbell.on('rights', (id) => {
        (id.startsWith('cnv_') ? checkConversation(id) : checkCredentials(id)).catch(failed('rights could not be checked'));
      });
      timers.push(
        setInterval(follow, pollMs),
        setInterval(() => streams.forEach((stream) => stream.send(beat)), beatMs),
        setInterval(() => void checkCredentials().catch(failed('rights could not be checked')), credentialsMs),
      );
      timers.forEach((timer) => timer.unref());
      // Rings may have been missed while there was no connection.
      await doorbell.listen(() => {
        rights.clear();
        unsure = true;
        follow();
      });
    },

    close(reason) {
      closed = true;
      timers.forEach((timer) => clearInterval(timer));
      for (const stream of [...streams]) stream.close(reason);
    },
  };
}
