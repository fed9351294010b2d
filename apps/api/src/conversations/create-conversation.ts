import type { CreateConversation } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import type { z } from 'zod';
import { findConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { withTransaction } from '../database/database';
import { fingerprintOf } from '../database/fingerprint';
import { appendEvent } from '../events/append-event';
import type { AnswerOf } from '../http/call';
import { membersOf, requirePeople, writeMembers } from './audience';
import { conversationView } from './conversation-view';

const untitled = 'New conversation';

export async function createConversation(
  services: Services,
  actor: PersonActor,
  wanted: z.output<typeof CreateConversation>,
): Promise<AnswerOf<'createConversation'>> {
  const audience =
    wanted.audience.kind === 'people'
      ? { kind: 'people' as const, personIds: [...new Set(wanted.audience.personIds)].sort() }
      : wanted.audience;
  const fingerprint = fingerprintOf({ title: wanted.title ?? null, audience });
  const id = await withTransaction(services.db, async (trx) => {
    const id = services.newId('conversation');
    const inserted = await trx
      .insertInto('parley.conversation')
      .values({
        id,
        client_id: wanted.clientId,
        created_by: actor.personId,
        request_fingerprint: fingerprint,
        title: wanted.title ?? untitled,
        title_auto: wanted.title === undefined,
        audience: audience.kind,
      })
      .onConflict((conflict) => conflict.constraint('conversation_client_key').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) return repeated(actor, trx, wanted.clientId, fingerprint);
    await requirePeople(trx, wanted.audience);
    await writeMembers(trx, id, membersOf(audience, actor.personId));
    appendEvent(trx, { conversationId: id, type: 'conversation.created' });
    return id;
  });
  services.doorbell.ring('events');
  // Read behind the commit: only then is its event counted.
  const row = await findConversation(services.db, id);
  if (!row) throw new ParleyError('not_found', 'The conversation was deleted in this moment.');
  return conversationView(services.db, actor, row);
}

/** The conversation of an earlier request with the same meaning. */
async function repeated(
  actor: PersonActor,
  trx: Parameters<typeof findConversation>[0],
  clientId: string,
  fingerprint: string,
): Promise<string> {
  const earlier = await trx
    .selectFrom('parley.conversation')
    .select(['id', 'request_fingerprint'])
    .where('created_by', '=', actor.personId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const row = await findConversation(trx, earlier.id);
  if (earlier.request_fingerprint !== fingerprint)
    throw new ParleyError('idempotency_conflict', 'This client id was used for another conversation.');
  if (!row) throw new ParleyError('idempotency_conflict', 'The conversation of this client id was deleted.');
  return row.id;
}
