import type { PutDraft } from '@parley/contracts';
import { ParleyError, utf8Bytes, limits } from '@parley/domain';
import type { z } from 'zod';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { type Reader, withTransaction } from '../database/database';
import { jsonb } from '../database/json';
import type { AnswerOf } from '../http/call';

type DraftView = AnswerOf<'getDraft'>;
type DraftContent = Omit<DraftView, 'conversationId' | 'contextRefs' | 'updatedAt'> & { contextRefs: { kind: 'repository'; id: string }[] };

const empty: DraftContent = {
  body: '',
  policy: 'note',
  responders: [],
  replyTo: null,
  supersedes: null,
  sources: [],
  contextRefs: [],
  clientMessageId: null,
};

/** This person's draft. One that was never saved is empty: a composer always has a draft. */
export async function getDraft(services: Services, actor: PersonActor, conversationId: string): Promise<DraftView> {
  const conversation = await requireConversation(services.db, actor, conversationId, 'read');
  const row = await services.db
    .selectFrom('parley.draft')
    .select(['content', 'updated_at'])
    .where('conversation_id', '=', conversationId)
    .where('person_id', '=', actor.personId)
    .executeTakeFirst();
  return draftView(
    services.db,
    conversationId,
    row ? (row.content as unknown as DraftContent) : empty,
    row?.updated_at ?? conversation.created_at,
  );
}

/** The last save wins; a draft is not activity and makes no event. */
export async function putDraft(
  services: Services,
  actor: PersonActor,
  conversationId: string,
  wanted: z.output<typeof PutDraft>,
): Promise<DraftView> {
  if (utf8Bytes(wanted.body) > limits.messageBytes)
    throw new ParleyError('body_too_large', `A message has at most ${limits.messageBytes} bytes.`);
  const { contextRefs, ...rest } = wanted;
  const content: DraftContent = { ...rest, contextRefs: contextRefs.map(({ kind, id }) => ({ kind, id })) };
  return withTransaction(services.db, async (trx) => {
    const conversation = await requireConversation(trx, actor, conversationId, 'write', { lock: true });
    if (conversation.state === 'archived')
      throw new ParleyError('conversation_archived', 'This conversation is archived. Restore it to write here.');
    const updated = services.now();
    await trx
      .insertInto('parley.draft')
      .values({ conversation_id: conversationId, person_id: actor.personId, content: jsonb(content), updated_at: updated })
      .onConflict((conflict) =>
        conflict.columns(['conversation_id', 'person_id']).doUpdateSet({ content: jsonb(content), updated_at: updated }),
      )
      .execute();
    return draftView(trx, conversationId, content, updated);
  });
}

export async function deleteDraft(services: Services, actor: PersonActor, conversationId: string): Promise<void> {
  await requireConversation(services.db, actor, conversationId, 'read');
  await services.db
    .deleteFrom('parley.draft')
    .where('conversation_id', '=', conversationId)
    .where('person_id', '=', actor.personId)
    .execute();
}

async function draftView(reader: Reader, conversationId: string, content: DraftContent, updated: Date): Promise<DraftView> {
  const ids = content.contextRefs.map((ref) => ref.id);
  const known =
    ids.length === 0
      ? []
      : await reader
          .selectFrom('parley.repository as r')
          .select([
            'r.id',
            'r.label',
            (e) =>
              e
                .exists(
                  e.selectFrom('parley.host_repository as h').whereRef('h.repository_id', '=', 'r.id').where('h.available', '=', true),
                )
                .as('available'),
          ])
          .where('r.id', 'in', ids)
          .execute();
  const contextRefs = content.contextRefs.map((ref) => {
    const repository = known.find((row) => row.id === ref.id);
    return { kind: ref.kind, id: ref.id, label: repository?.label ?? 'Removed repository', available: repository?.available === true };
  });
  return { ...content, conversationId, contextRefs, updatedAt: updated.toISOString() };
}
