import { decideAccess, type MessageActionFacts, messageActions } from '@parley/domain';
import { accessOf, type ConversationRow } from '../access/conversation-access';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';
import type { MessageRow } from '../waves/load';
import { stored, type StoredRef } from '../waves/stored';

export type MessageView = AnswerOf<'getMessage'>;

/** Messages of one conversation as this person sees them; a handful of statements for a whole page. The caller has checked the right to read. */
export async function messageViews(
  db: Reader,
  actor: PersonActor,
  conversation: ConversationRow,
  rows: readonly MessageRow[],
): Promise<MessageView[]> {
  const [authors, refs, unsettled] = await Promise.all([authorsOf(db, rows), refViews(db, rows), unsettledAmong(db, rows)]);
  const mayWrite = decideAccess(actor, 'write', accessOf(conversation)).allowed;
  return rows.map((row): MessageView => ({
    id: row.id,
    conversationId: row.conversation_id,
    ordinal: row.ordinal,
    author: authors(row),
    body: row.body,
    status: row.status as MessageView['status'],
    replyTo: row.reply_to,
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    sources: stored<string[]>(row.sources),
    contextRefs: row.context_revision_id === null ? [] : (refs.get(row.context_revision_id) ?? []),
    policy: row.policy as MessageView['policy'],
    waveId: row.wave_id,
    jobId: row.job_id,
    freshness: row.freshness as MessageView['freshness'],
    // Another person's id would let nobody else send, but it is theirs.
    clientMessageId: row.person_id === actor.personId ? row.client_message_id : null,
    createdAt: row.created_at.toISOString(),
    ...messageActions({
      status: row.status as MessageActionFacts['status'],
      authorKind: row.author_kind as MessageActionFacts['authorKind'],
      mine: row.person_id === actor.personId,
      waveUnsettled: row.wave_id !== null && unsettled.has(row.wave_id),
      archived: conversation.state === 'archived',
      mayWrite,
    }),
  }));
}

async function authorsOf(db: Reader, rows: readonly MessageRow[]): Promise<(row: MessageRow) => MessageView['author']> {
  const personIds = distinct(rows.map((row) => row.person_id));
  const revisionIds = distinct(rows.map((row) => row.participant_revision_id));
  const [people, agents] = await Promise.all([
    personIds.length === 0 ? [] : db.selectFrom('parley.person').select(['id', 'name']).where('id', 'in', personIds).execute(),
    revisionIds.length === 0 ? [] : db.selectFrom('parley.participant_revision').selectAll().where('id', 'in', revisionIds).execute(),
  ]);
  return (row) => {
    const agent = agents.find((candidate) => candidate.id === row.participant_revision_id);
    if (agent) {
      return {
        kind: 'agent',
        participantId: agent.participant_id,
        name: agent.name,
        role: agent.role as 'lead',
        runtimeId: agent.runtime_id,
        runtimeName: agent.runtime_name,
        modelId: agent.model_id,
        effort: agent.effort,
      };
    }
    const person = people.find((candidate) => candidate.id === row.person_id);
    return person ? { kind: 'person', personId: person.id, name: person.name } : { kind: 'system', name: 'Parley' };
  };
}

type RefView = MessageView['contextRefs'][number];

/** The references with the labels of then; whether some host can read them is of now. */
async function refViews(db: Reader, rows: readonly MessageRow[]): Promise<Map<string, RefView[]>> {
  const ids = distinct(rows.map((row) => row.context_revision_id));
  if (ids.length === 0) return new Map();
  const revisions = await db.selectFrom('parley.context_revision').select(['id', 'refs']).where('id', 'in', ids).execute();
  const refs = new Map(revisions.map((revision) => [revision.id, stored<StoredRef[]>(revision.refs)]));
  const available = await availableRepositories(db, distinct([...refs.values()].flat().map((ref) => ref.id)));
  return new Map(
    [...refs].map(([id, list]) => [
      id,
      list.map((ref) => ({ kind: ref.kind, id: ref.id, label: ref.label, available: available.has(ref.id) })),
    ]),
  );
}

export async function availableRepositories(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('parley.host_repository')
    .select('repository_id')
    .distinct()
    .where('repository_id', 'in', [...ids])
    .where('available', '=', true)
    .execute();
  return new Set(rows.map((row) => row.repository_id));
}

async function unsettledAmong(db: Reader, rows: readonly MessageRow[]): Promise<Set<string>> {
  const ids = distinct(rows.map((row) => row.wave_id));
  if (ids.length === 0) return new Set();
  const waves = await db.selectFrom('parley.wave').select('id').where('id', 'in', ids).where('state', '<>', 'settled').execute();
  return new Set(waves.map((wave) => wave.id));
}

const distinct = (values: readonly (string | null)[]): string[] => [...new Set(values.filter((value): value is string => value !== null))];
