import type { MessageQuery } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import type { z } from 'zod';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { type Cursors, cursorsOf } from '../database/cursors';
import { onOneConnection, type Reader } from '../database/database';
import { notBoth } from '../database/pages';
import type { AnswerOf } from '../http/call';
import type { MessageRow } from '../waves/load';
import { messageViews } from './message-view';

/** A page of messages, newest last: the newest, those before or after a cursor, or those around one message. Tombstones keep their places. */
export async function listMessages(
  services: Services,
  actor: PersonActor,
  conversationId: string,
  query: z.output<typeof MessageQuery>,
): Promise<AnswerOf<'listMessages'>> {
  notBoth(query);
  const cursors = await cursorsOf(services.db);
  return onOneConnection(services.db, async (db) => {
    // Asked for together; nothing of the page is looked at before the right to read is known.
    const [conversation, rows] = await Promise.all([
      requireConversation(db, actor, conversationId, 'read'),
      page(db, cursors, conversationId, query),
    ]);
    const first = rows[0];
    const last = rows.at(-1);
    const scope = { kind: 'messages', scope: conversationId };
    return {
      items: await messageViews(db, actor, conversation, rows),
      before: first && first.ordinal > 1 ? cursors.encode(scope, [first.ordinal]) : null,
      after: last && last.ordinal < conversation.latest_ordinal ? cursors.encode(scope, [last.ordinal]) : null,
    };
  });
}

async function page(db: Reader, cursors: Cursors, conversationId: string, query: z.output<typeof MessageQuery>): Promise<MessageRow[]> {
  const { limit } = query;
  if (query.around !== undefined) {
    const middle = await db
      .selectFrom('parley.message')
      .select('ordinal')
      .where('id', '=', query.around)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst();
    if (!middle) throw new ParleyError('not_found', 'There is no such message here.');
    const older = Math.floor((limit - 1) / 2);
    return [
      ...(await beforeOrdinal(db, conversationId, middle.ordinal, older)),
      ...(await afterOrdinal(db, conversationId, middle.ordinal - 1, limit - older)),
    ];
  }
  if (query.after !== undefined) return afterOrdinal(db, conversationId, ordinalOf(cursors, conversationId, query.after), limit);
  return beforeOrdinal(db, conversationId, query.before === undefined ? null : ordinalOf(cursors, conversationId, query.before), limit);
}

function ordinalOf(cursors: Cursors, conversationId: string, text: string): number {
  const [ordinal] = cursors.decode(text, { kind: 'messages', scope: conversationId });
  if (typeof ordinal !== 'number') throw new ParleyError('cursor_invalid', 'This cursor cannot be used here.');
  return ordinal;
}

async function beforeOrdinal(db: Reader, conversationId: string, ordinal: number | null, limit: number): Promise<MessageRow[]> {
  if (limit === 0) return [];
  const rows = await db
    .selectFrom('parley.message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .$if(ordinal !== null, (select) => select.where('ordinal', '<', ordinal ?? 0))
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

const afterOrdinal = (db: Reader, conversationId: string, ordinal: number, limit: number): Promise<MessageRow[]> =>
  db
    .selectFrom('parley.message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('ordinal', '>', ordinal)
    .orderBy('ordinal')
    .limit(limit)
    .execute();
