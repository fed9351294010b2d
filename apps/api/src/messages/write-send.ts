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

/**
 * Writes what `decideSend` planned. Everything is in the caller's transaction, under the conversation's lock; no statement needs the answer of another
 * one, so they are asked for at once and executed in this order.
 */
export async function writeSend(trx: Trx, ids: Ids, send: AcceptedSend): Promise<Sent> {
  const { conversation, plan, request } = send;
  const conversationId = conversation.id;
  const messageId = ids.newId('message');
  const ordinal = conversation.latest_ordinal + 1;
  const waveId = plan.wave ? ids.newId('wave') : null;
  const intentId = plan.wave ? ids.newId('intent') : null;
  // Every message has its own revision, also without references: what was selected then must never follow what is selected now.
  const revisionId = ids.newId('contextRevision');
  const refs: StoredRef[] = plan.refs;
  appendEvent(trx, { conversationId, type: 'message.created', messageId, ...(waveId ? { waveId } : {}) });
  await Promise.all([
    trx
      .insertInto('parley.context_revision')
      .values({ id: revisionId, conversation_id: conversationId, revision: conversation.context_revision + 1, refs: jsonb(refs) })
      .execute(),
    trx
      .insertInto('parley.message')
      .values({
        id: messageId,
        conversation_id: conversationId,
        ordinal,
        author_kind: 'person',
        person_id: send.actor.personId,
        body: plan.message.body,
        reply_to: plan.message.replyTo,
        supersedes: plan.message.supersedes,
        sources: jsonb(plan.message.sources),
        context_revision_id: revisionId,
        policy: plan.message.policy,
        wave_id: waveId,
        client_message_id: request.clientMessageId,
        request_fingerprint: send.fingerprint,
      })
      .execute(),
    plan.message.supersedes ? supersede(trx, conversationId, plan.message.supersedes, messageId) : null,
    plan.wave && waveId && intentId ? writeWave(trx, ids, send, plan.wave, { messageId, waveId, intentId }) : null,
    touchConversation(trx, send, ordinal),
  ]);
  return { conversationId, messageId, waveId, intentId, fingerprint: send.fingerprint };
}

export async function supersede(trx: Trx, conversationId: string, messageId: string, by: string): Promise<void> {
  appendEvent(trx, { conversationId, type: 'message.superseded', messageId });
  await trx
    .updateTable('parley.message')
    .set({ status: 'superseded', superseded_by: by })
    .where('id', '=', messageId)
    .where('status', '=', 'visible')
    .execute();
}

async function writeWave(
  trx: Trx,
  ids: Ids,
  send: AcceptedSend,
  planned: PlannedWave,
  { messageId, waveId, intentId }: { messageId: string; waveId: string; intentId: string },
): Promise<void> {
  const conversationId = send.conversation.id;
  appendEvent(trx, { conversationId, type: 'wave.created', waveId, messageId });
  const written = planned.assignments.map((assignment) => writeAssignment(trx, ids, conversationId, assignment));
  await Promise.all([
    ...written.map(({ done }) => done),
    trx
      .insertInto('parley.intent')
      .values({
        id: intentId,
        conversation_id: conversationId,
        message_id: messageId,
        policy: planned.policy,
        assignments: jsonb(written.map(({ assignment }) => assignment)),
        window_ids: jsonb([...planned.windowIds, messageId]),
        omitted: planned.omitted,
        preview_fingerprint: send.request.previewFingerprint ?? null,
        fingerprint: send.fingerprint,
      })
      .execute(),
    trx
      .insertInto('parley.wave')
      .values({
        id: waveId,
        conversation_id: conversationId,
        message_id: messageId,
        intent_id: intentId,
        owner_id: send.actor.personId,
        policy: planned.policy,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from parley.wave where conversation_id = ${conversationId})`,
        predecessor_id: sql<
          string | null
        >`(select id from parley.wave where conversation_id = ${conversationId} and state <> 'settled' order by position desc limit 1)`,
        host_id: planned.hostId,
      })
      .execute(),
    recordTimeline(trx, waveId, 'accepted'),
    enqueue(trx, conversationId, waveId, { kind: 'start_wave' }),
  ]);
}

interface WrittenAssignment {
  assignment: StoredAssignment;
  done: Promise<unknown>;
}

function writeAssignment(trx: Trx, ids: Ids, conversationId: string, planned: PlannedAssignment): WrittenAssignment {
  const participantId = planned.participantId ?? ids.newId('participant');
  const revisionId = planned.revisionId ?? ids.newId('participantRevision');
  const writes: Promise<unknown>[] = [];
  if (planned.change === 'new_participant') {
    writes.push(
      trx
        .insertInto('parley.participant')
        .values({ id: participantId, conversation_id: conversationId, profile_id: planned.profileId, current_revision_id: revisionId })
        .execute(),
    );
  }
  if (planned.change !== 'unchanged') {
    writes.push(
      trx
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
        .execute(),
      trx.updateTable('parley.participant').set({ current_revision_id: revisionId }).where('id', '=', participantId).execute(),
    );
    appendEvent(trx, { conversationId, type: 'participant.updated' });
  }
  return {
    done: Promise.all(writes),
    assignment: {
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
    },
  };
}

async function touchConversation(trx: Trx, send: AcceptedSend, ordinal: number): Promise<void> {
  const { conversation, actor, plan, request } = send;
  if (plan.title !== null) appendEvent(trx, { conversationId: conversation.id, type: 'conversation.updated' });
  await Promise.all([
    trx
      .updateTable('parley.conversation')
      .set({
        latest_ordinal: ordinal,
        context_revision: conversation.context_revision + 1,
        last_activity_at: sql<Date>`now()`,
        ...(plan.title === null ? {} : { title: plan.title }),
      })
      .where('id', '=', conversation.id)
      .execute(),
    trx
      .insertInto('parley.read_marker')
      .values({ conversation_id: conversation.id, person_id: actor.personId, ordinal })
      .onConflict((conflict) =>
        conflict
          .columns(['conversation_id', 'person_id'])
          .doUpdateSet({ ordinal: sql<number>`greatest(parley.read_marker.ordinal, excluded.ordinal)`, updated_at: sql<Date>`now()` }),
      )
      .execute(),
    // Only the draft of this very send: another device may already hold the next one.
    trx
      .deleteFrom('parley.draft')
      .where('conversation_id', '=', conversation.id)
      .where('person_id', '=', actor.personId)
      .where(sql<boolean>`content->>'clientMessageId' = ${request.clientMessageId}`)
      .execute(),
  ]);
}
