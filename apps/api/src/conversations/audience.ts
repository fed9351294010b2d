import { type Audience, ParleyError } from '@parley/domain';
import type { ConversationRow } from '../access/conversation-access';
import type { Trx } from '../database/database';

export const audienceOf = (row: ConversationRow): Audience =>
  row.audience === 'people'
    ? { kind: 'people', personIds: row.member_ids }
    : row.audience === 'private'
      ? { kind: 'private' }
      : { kind: 'workspace' };

/** The people who are members by this audience. Who started a conversation always is: a guest sees only conversations that name them. */
export const membersOf = (audience: Audience, createdBy: string): string[] =>
  [...new Set([createdBy, ...(audience.kind === 'people' ? audience.personIds : [])])].sort();

/** Refuses people who are not there, by their position in the request. */
export async function requirePeople(trx: Trx, audience: Audience): Promise<void> {
  if (audience.kind !== 'people') return;
  const found = await trx
    .selectFrom('parley.person')
    .select('id')
    .where('id', 'in', audience.personIds)
    .where('disabled_at', 'is', null)
    .execute();
  const known = new Set(found.map((person) => person.id));
  const issues = audience.personIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `body.audience.personIds.${index}`, message: 'is not a person of this workspace' }],
  );
  if (issues.length > 0) throw new ParleyError('request_invalid', 'The audience names people who are not there.', issues);
}

export async function writeMembers(trx: Trx, conversationId: string, personIds: string[]): Promise<void> {
  await trx
    .deleteFrom('parley.conversation_member')
    .where('conversation_id', '=', conversationId)
    .where('person_id', 'not in', personIds)
    .execute();
  await trx
    .insertInto('parley.conversation_member')
    .values(personIds.map((person_id) => ({ conversation_id: conversationId, person_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
