import type { PlannedAssignment, PlannedWave, SendPlan, SendRequest } from '@parley/domain';
import { sql } from 'kysely';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { Trx } from '../database/database';
import { appendEvent } from '../events/append-event';
import { enqueue } from '../relay/outbox.repo';
import type { ConversationRow } from '../waves/load';
import { jsonb } from '../database/json';
import { type StoredAssignment, type StoredRef } from '../waves/stored';
import { recordTimeline } from '../waves/timeline.repo';
import type { Sent } from './send';

interface AcceptedSend {
  conversation: ConversationRow;
  actor: PersonActor;
  request: SendRequest;
  fingerprint: string;
  plan: SendPlan;
}
type Ids = Pick<Services, 'newId'>;

/** Writes what `decideSend` planned. Everything is in the caller's transaction, under the conversation's lock. */
export async function writeSend(trx: Trx, ids: Ids, send: AcceptedSend): Promise<Sent> {
  const conversationId = send.conversation.id;
  const messageId = ids.newId('message');
  const ordinal = send.conversation.latest_ordinal + 1;
  const waveId = send.plan.wave ? ids.newId('wave') : null;
  const revisionId = await writeContextRevision(trx, ids, send);
  await trx
    .insertInto('parley.message')
    .values({
      id: messageId,
      conversation_id: conversationId,
      ordinal,
      author_kind: 'person',
      person_id: send.actor.personId,
      body: send.plan.message.body,
      reply_to: send.plan.message.replyTo,
      supersedes: send.plan.message.supersedes,
      sources: jsonb(send.plan.message.sources),
      context_revision_id: revisionId,
      policy: send.plan.message.policy,
      wave_id: waveId,
      client_message_id: send.request.clientMessageId,
      request_fingerprint: send.fingerprint,
    })
    .execute();
  await appendEvent(trx, { conversationId, type: 'message.created', messageId, ...(waveId ? { waveId } : {}) });
  if (send.plan.message.supersedes) await supersede(trx, conversationId, send.plan.message.supersedes, messageId);
  const intentId = send.plan.wave && waveId ? await writeWave(trx, ids, send, send.plan.wave, { messageId, waveId }) : null;
  await touchConversation(trx, send, ordinal);
  return { conversationId, messageId, waveId, intentId, fingerprint: send.fingerprint };
}

/** Every message has its own revision, also without references: what was selected then must never follow what is selected now. */
async function writeContextRevision(trx: Trx, ids: Ids, { conversation, plan }: AcceptedSend): Promise<string> {
  const id = ids.newId('contextRevision');
  const refs: StoredRef[] = plan.refs;
  await trx
    .insertInto('parley.context_revision')
    .values({ id, conversation_id: conversation.id, revision: conversation.context_revision + 1, refs: jsonb(refs) })
    .execute();
  return id;
}

export async function supersede(trx: Trx, conversationId: string, messageId: string, by: string): Promise<void> {
  await trx
    .updateTable('parley.message')
    .set({ status: 'superseded', superseded_by: by })
    .where('id', '=', messageId)
    .where('status', '=', 'visible')
    .execute();
  await appendEvent(trx, { conversationId, type: 'message.superseded', messageId });
}

async function writeWave(
  trx: Trx,
  ids: Ids,
  send: AcceptedSend,
  planned: PlannedWave,
  { messageId, waveId }: { messageId: string; waveId: string },
): Promise<string> {
  const conversationId = send.conversation.id;
  const assignments: StoredAssignment[] = [];
  for (const assignment of planned.assignments) assignments.push(await writeAssignment(trx, ids, conversationId, assignment));
  const intentId = ids.newId('intent');
  await trx
    .insertInto('parley.intent')
    .values({
      id: intentId,
      conversation_id: conversationId,
      message_id: messageId,
      policy: planned.policy,
      assignments: jsonb(assignments),
      window_ids: jsonb([...planned.windowIds, messageId]),
      omitted: planned.omitted,
      preview_fingerprint: send.request.previewFingerprint ?? null,
      fingerprint: send.fingerprint,
    })
    .execute();
  const last = await trx
    .selectFrom('parley.wave')
    .select('position')
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const waitsFor = await trx
    .selectFrom('parley.wave')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('state', '<>', 'settled')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  await trx
    .insertInto('parley.wave')
    .values({
      id: waveId,
      conversation_id: conversationId,
      message_id: messageId,
      intent_id: intentId,
      owner_id: send.actor.personId,
      policy: planned.policy,
      position: (last?.position ?? 0) + 1,
      predecessor_id: waitsFor?.id ?? null,
      host_id: planned.hostId,
    })
    .execute();
  await recordTimeline(trx, waveId, 'accepted');
  await appendEvent(trx, { conversationId, type: 'wave.created', waveId, messageId });
  await enqueue(trx, conversationId, waveId, { kind: 'start_wave' });
  return intentId;
}

async function writeAssignment(trx: Trx, ids: Ids, conversationId: string, planned: PlannedAssignment): Promise<StoredAssignment> {
  const participantId = planned.participantId ?? ids.newId('participant');
  const revisionId = planned.revisionId ?? ids.newId('participantRevision');
  if (planned.change === 'new_participant') {
    await trx
      .insertInto('parley.participant')
      .values({ id: participantId, conversation_id: conversationId, profile_id: planned.profileId, current_revision_id: revisionId })
      .execute();
  }
  if (planned.change !== 'unchanged') {
    await trx
      .insertInto('parley.participant_revision')
      .values({
        id: revisionId,
        participant_id: participantId,
        revision: planned.revision,
        name: planned.name,
        role: planned.role,
        runtime_id: planned.runtimeId,
        runtime_name: planned.runtimeName,
        model_id: planned.modelId,
        effort: planned.effort,
        role_contract_version: planned.roleContractVersion,
        role_contract_hash: planned.roleContractHash ?? '',
      })
      .execute();
    await trx.updateTable('parley.participant').set({ current_revision_id: revisionId }).where('id', '=', participantId).execute();
    await appendEvent(trx, { conversationId, type: 'participant.updated' });
  }
  return {
    participantId,
    revisionId,
    profileId: planned.profileId,
    name: planned.name,
    role: planned.role,
    assignmentRole: planned.assignmentRole,
    runtimeId: planned.runtimeId,
    runtimeName: planned.runtimeName,
    modelId: planned.modelId,
    effort: planned.effort,
    contractVersion: planned.roleContractVersion,
  };
}

async function touchConversation(trx: Trx, send: AcceptedSend, ordinal: number): Promise<void> {
  const { conversation, actor, plan, request } = send;
  await trx
    .updateTable('parley.conversation')
    .set({
      latest_ordinal: ordinal,
      context_revision: conversation.context_revision + 1,
      last_activity_at: sql<Date>`now()`,
      ...(plan.title === null ? {} : { title: plan.title }),
    })
    .where('id', '=', conversation.id)
    .execute();
  if (plan.title !== null) await appendEvent(trx, { conversationId: conversation.id, type: 'conversation.updated' });
  await trx
    .insertInto('parley.read_marker')
    .values({ conversation_id: conversation.id, person_id: actor.personId, ordinal })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'person_id'])
        .doUpdateSet({ ordinal: sql<number>`greatest(parley.read_marker.ordinal, excluded.ordinal)`, updated_at: sql<Date>`now()` }),
    )
    .execute();
  // Only the draft of this very send: another device may already hold the next one.
  await trx
    .deleteFrom('parley.draft')
    .where('conversation_id', '=', conversation.id)
    .where('person_id', '=', actor.personId)
    .where(sql<boolean>`content->>'clientMessageId' = ${request.clientMessageId}`)
    .execute();
}
