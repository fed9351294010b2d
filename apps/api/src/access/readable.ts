import { readableKinds } from '@parley/domain';
import { type RawBuilder, sql } from 'kysely';
import type { PersonActor } from '../auth/actor';

/**
 * The access policy as a condition on `parley.conversation` under the alias `alias`: what `decideAccess` allows this person to read. Every list,
 * count and stream filters by it; `readable.pg.test.ts` proves that both agree. Deleted conversations are readable by
 * nobody; only the event log asks for them too.
 */
export function readableBy(actor: PersonActor, alias = 'c', options: { deleted?: boolean } = {}): RawBuilder<boolean> {
  const kinds = readableKinds(actor);
  const c = sql.ref(alias);
  const isMember = sql<boolean>`exists (select 1 from parley.conversation_member cm where cm.conversation_id = ${c}.id and cm.person_id = ${actor.personId})`;
  const isCreator = sql<boolean>`${c}.created_by = ${actor.personId}`;
  const never = sql<boolean>`false`;
  const workspace = { all: sql<boolean>`true`, member: isMember, none: never }[kinds.workspace];
  const people = { member: isMember, none: never }[kinds.people];
  const secret = { creator: isCreator, none: never }[kinds.private];
  const exists = options.deleted ? sql`true` : sql`${c}.deleted_at is null`;
  return sql<boolean>`(${exists} and case ${c}.audience when 'workspace' then ${workspace} when 'people' then ${people} else ${secret} end)`;
}
