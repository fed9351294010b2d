import type { UpdateConversation } from '@parley/contracts';
import { type Audience, audienceWidens, ParleyError } from '@parley/domain';
import type { z } from 'zod';
import { type ConversationRow, findConversation, requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { type Trx, withTransaction } from '../database/database';
import { appendEvent } from '../events/append-event';
import type { AnswerOf } from '../http/call';
import { audienceOf, membersOf, requirePeople, writeMembers } from './audience';
import { conversationView } from './conversation-view';
import { refuseWhileBusy } from './delete-conversation';

/** Renames, archives, restores, narrows. Nothing here is activity: the conversation keeps its place in the list. */
export async function updateConversation(
  services: Services,
  actor: PersonActor,
  id: string,
  wanted: z.output<typeof UpdateConversation>,
): Promise<AnswerOf<'updateConversation'>> {
  const { updated, narrowed } = await withTransaction(services.db, async (trx) => {
    const row = await requireConversation(trx, actor, id, 'manage', { lock: true });
    const changes = changesOf(row, wanted);
    if (changes.state === 'archived') await refuseWhileBusy(trx, id);
    const narrower = wanted.audience && (await narrow(trx, row, wanted.audience));
    if (Object.keys(changes).length > 0) await trx.updateTable('parley.conversation').set(changes).where('id', '=', id).execute();
    if (Object.keys(changes).length > 0 || narrower) appendEvent(trx, { conversationId: id, type: 'conversation.updated' });
    const updated = await findConversation(trx, id);
    if (!updated) throw new Error('The conversation that was just changed is not there.');
    return { updated, narrowed: narrower === true };
  });
  if (narrowed) services.hub.endRights(id);
  services.doorbell.ring('events');
  // Read behind the commit, when its event is counted. Whoever takes themself out of the audience still gets this one answer.
  return conversationView(services.db, actor, (await findConversation(services.db, id)) ?? updated);
}

function changesOf(
  row: ConversationRow,
  wanted: z.output<typeof UpdateConversation>,
): { title?: string; title_auto?: boolean; state?: 'open' | 'archived' } {
  return {
    ...(wanted.title !== undefined && (wanted.title !== row.title || row.title_auto) ? { title: wanted.title, title_auto: false } : {}),
    ...(wanted.state !== undefined && wanted.state !== row.state ? { state: wanted.state } : {}),
  };
}

/** True when the audience changed. Widening is refused: it would show what was said before to people it was not said to. */
async function narrow(trx: Trx, row: ConversationRow, wanted: Audience): Promise<boolean> {
  await requirePeople(trx, wanted);
  const from = audienceOf(row);
  // The founder stays a member, so a set without them is the same as one with them.
  const to: Audience = wanted.kind === 'people' ? { kind: 'people', personIds: membersOf(wanted, row.created_by) } : wanted;
  if (JSON.stringify(from) === JSON.stringify(to)) return false;
  if (audienceWidens(from, to, row.created_by))
    throw new ParleyError(
      'audience_widens',
      'This would show the conversation to people who could not read it before. Start a new one for them.',
    );
  await trx.updateTable('parley.conversation').set({ audience: to.kind }).where('id', '=', row.id).execute();
  await writeMembers(trx, row.id, membersOf(to, row.created_by));
  return true;
}
