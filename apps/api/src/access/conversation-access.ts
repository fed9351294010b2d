import { type AccessAction, type AudienceKind, type ConversationAccess, decideAccess, ParleyError } from '@parley/domain';
import { type Selectable, sql } from 'kysely';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';
import type { ParleyConversation } from '../database/schema.gen';

export type ConversationRow = Selectable<ParleyConversation> & { member_ids: string[] };

/** The same words for what is not there and what one may not see: a refusal must not prove that something exists. */
export const notFound = (): ParleyError => new ParleyError('not_found', 'There is nothing here, or you may not see it.');

/**
 * The conversation, if this person may do this with it; else throws `not_found`, or `forbidden` when it may be seen.
 * With `lock` (inside a transaction) its row is held until the end, and everything about the conversation is decided under that lock.
 */
export async function requireConversation(
  reader: Reader,
  actor: PersonActor,
  id: string,
  action: AccessAction,
  options: { lock?: boolean } = {},
): Promise<ConversationRow> {
  const row = await findConversation(reader, id, options);
  if (!row) throw notFound();
  requireAccess(actor, action, row);
  return row;
}

/** As `requireConversation`, for something that belongs to a conversation and was found by its own id; null is `not_found`. */
export async function requireConversationOf(
  reader: Reader,
  actor: PersonActor,
  conversationId: string | null | undefined,
  action: AccessAction,
  options: { lock?: boolean } = {},
): Promise<ConversationRow> {
  if (!conversationId) throw notFound();
  return requireConversation(reader, actor, conversationId, action, options);
}

export function requireAccess(actor: PersonActor, action: AccessAction, row: ConversationRow): void {
  const decision = decideAccess(actor, action, accessOf(row));
  if (decision.allowed) return;
  throw decision.code === 'not_found' ? notFound() : new ParleyError(decision.code, decision.detail);
}

export const accessOf = (row: ConversationRow): ConversationAccess => ({
  kind: 'conversation',
  audience: row.audience as AudienceKind,
  createdBy: row.created_by,
  memberIds: row.member_ids,
});

/** Null when it does not exist or was deleted. The caller decides about access. */
export async function findConversation(reader: Reader, id: string, options: { lock?: boolean } = {}): Promise<ConversationRow | null> {
  // One connection executes them in this order, so the members are read under the lock: before it they could be those of an audience that is being changed.
  const lock = options.lock ? reader.selectFrom('parley.conversation').select('id').where('id', '=', id).forUpdate().execute() : null;
  const find = reader
    .selectFrom('parley.conversation as c')
    .selectAll('c')
    .select(
      sql<string[]>`array(select m.person_id from parley.conversation_member m where m.conversation_id = c.id order by m.person_id)`.as(
        'member_ids',
      ),
    )
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  const [row] = await Promise.all([find, lock]);
  return row ?? null;
}
