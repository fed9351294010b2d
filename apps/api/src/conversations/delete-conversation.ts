import { ParleyError } from '@parley/domain';
import { sql } from 'kysely';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { type Trx, withTransaction } from '../database/database';
import { appendEvent } from '../events/append-event';

/**
 * Removes everything that was said in a conversation. Its row stays as a tombstone without a title: ids and who was in it, so that the
 * last event can still be told to those who could see it.
 */
export async function deleteConversation(services: Services, actor: PersonActor, id: string): Promise<void> {
  await withTransaction(services.db, async (trx) => {
    await requireConversation(trx, actor, id, 'delete', { lock: true });
    await refuseWhileBusy(trx, id);
    await removeText(trx, id);
    await trx
      .updateTable('parley.conversation')
      .set({ deleted_at: services.now(), title: 'Deleted conversation' })
      .where('id', '=', id)
      .execute();
    appendEvent(trx, { conversationId: id, type: 'conversation.deleted' });
  });
  services.hub.endRights(id);
  services.doorbell.ring('events');
}

export async function refuseWhileBusy(trx: Trx, id: string): Promise<void> {
  const open = await trx
    .selectFrom('parley.wave')
    .select('id')
    .where('conversation_id', '=', id)
    .where('state', '<>', 'settled')
    .limit(1)
    .executeTakeFirst();
  if (open) throw new ParleyError('conversation_busy', 'A response has not settled yet. Stop it, or wait for it.');
}

/** Children first; each statement removes rows that refer to each other together. */
async function removeText(trx: Trx, id: string): Promise<void> {
  const waves = sql`(select id from parley.wave where conversation_id = ${id})`;
  const jobs = sql`(select id from parley.job where conversation_id = ${id})`;
  await sql`delete from runtime.turn_draft where job_id in ${jobs}`.execute(trx);
  await sql`delete from runtime.turn where wave_id in ${waves}`.execute(trx);
  const tables = [
    'parley.concern',
    'parley.job',
    'parley.wave',
    'parley.intent',
    'parley.message',
    'parley.participant',
    'parley.context_revision',
    'parley.draft',
    'parley.read_marker',
    'parley.conversation_event',
  ] as const;
  for (const table of tables) await trx.deleteFrom(table).where('conversation_id', '=', id).execute();
}
