import type { RuntimeReport } from '@parley/contracts';
import { type HostFact, limits, type MessageFact, type ParticipantFact, type SendFacts, type SendRequest } from '@parley/domain';
import { sql } from 'kysely';
import type { Reader } from '../database/database';
import type { ConversationRow } from '../waves/load';
import { stored } from '../waves/stored';
import { profileFacts } from './profiles';

/**
 * Everything that `decideSend` reads beside the conversation itself. Asked for behind the conversation's lock by a send, and without it by a preview,
 * which promises nothing.
 */
export async function loadSendFacts(
  db: Reader,
  conversationId: string,
  personId: string,
  request: SendRequest,
  fingerprint: string,
  now: Date,
): Promise<Omit<SendFacts, 'conversation'>> {
  // A note without references is decided by the conversation alone.
  const asksAgents = request.policy !== 'note';
  const [earlier, unsettled, messages, participants, hosts, repositories] = await Promise.all([
    earlierSend(db, conversationId, personId, request.clientMessageId),
    unsettledWaves(db, conversationId),
    messageFacts(db, conversationId, request),
    asksAgents ? participantFacts(db, conversationId) : [],
    asksAgents || request.contextRefs.length > 0 ? hostFacts(db, now) : [],
    repositoryLabels(
      db,
      request.contextRefs.map((ref) => ref.id),
    ),
  ]);
  return {
    personId,
    fingerprint,
    earlier,
    unsettledWaves: unsettled,
    messages,
    participants,
    profiles: profileFacts,
    hosts,
    repositories,
  };
}

export const conversationFacts = (row: ConversationRow): SendFacts['conversation'] => ({
  id: row.id,
  state: row.state === 'archived' ? 'archived' : 'open',
  titleAuto: row.title_auto,
  latestOrdinal: row.latest_ordinal,
});

async function earlierSend(db: Reader, conversationId: string, personId: string, clientMessageId: string): Promise<SendFacts['earlier']> {
  const row = await db
    .selectFrom('parley.message as message')
    .leftJoin('parley.wave as wave', 'wave.id', 'message.wave_id')
    .select(['message.id', 'message.request_fingerprint', 'message.wave_id', 'wave.intent_id'])
    .where('message.conversation_id', '=', conversationId)
    .where('message.person_id', '=', personId)
    .where('message.client_message_id', '=', clientMessageId)
    .executeTakeFirst();
  return row ? { messageId: row.id, fingerprint: row.request_fingerprint ?? '', waveId: row.wave_id, intentId: row.intent_id } : null;
}

async function unsettledWaves(db: Reader, conversationId: string): Promise<number> {
  const row = await db
    .selectFrom('parley.wave')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('state', '<>', 'settled')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The newest window, and what the request names with its reply roots. */
async function messageFacts(db: Reader, conversationId: string, request: SendRequest): Promise<MessageFact[]> {
  const named = [request.replyTo, request.supersedes, ...request.sources].filter((id): id is string => id !== undefined);
  const facts = db
    .selectFrom('parley.message')
    .select(['id', 'ordinal', 'status', 'author_kind', 'person_id', 'reply_to', sql<number>`coalesce(octet_length(body), 0)`.as('bytes')])
    .where('conversation_id', '=', conversationId);
  const firstOfWindow = sql<number>`(select latest_ordinal - ${limits.windowMessages}::int from parley.conversation where id = ${conversationId})`;
  const [newest, byName] = await Promise.all([
    // A note is for people: no window of it is frozen.
    request.policy === 'note' ? [] : facts.where('ordinal', '>', firstOfWindow).execute(),
    named.length === 0 ? [] : facts.where('id', 'in', named).execute(),
  ]);
  const roots = byName.map((row) => row.reply_to).filter((id): id is string => id !== null);
  const rootRows = roots.length === 0 ? [] : await facts.where('id', 'in', roots).execute();
  return [...newest, ...byName, ...rootRows].map((row) => ({
    id: row.id,
    ordinal: row.ordinal,
    status: row.status as MessageFact['status'],
    authorKind: row.author_kind as MessageFact['authorKind'],
    personId: row.person_id,
    replyTo: row.reply_to,
    bytes: Number(row.bytes),
  }));
}

async function participantFacts(db: Reader, conversationId: string): Promise<ParticipantFact[]> {
  const rows = await db
    .selectFrom('parley.participant as participant')
    .innerJoin('parley.participant_revision as revision', 'revision.id', 'participant.current_revision_id')
    .selectAll('revision')
    .select(['participant.id as participant', 'participant.profile_id'])
    .where('participant.conversation_id', '=', conversationId)
    .execute();
  return rows.map((row) => ({
    id: row.participant,
    profileId: row.profile_id,
    revision: row.revision,
    revisionId: row.id,
    name: row.name,
    role: row.role as ParticipantFact['role'],
    runtimeId: row.runtime_id,
    runtimeName: row.runtime_name,
    modelId: row.model_id,
    effort: row.effort,
    roleContractVersion: row.role_contract_version,
  }));
}

export async function hostFacts(db: Reader, now: Date): Promise<HostFact[]> {
  const [hosts, repositories] = await Promise.all([
    db.selectFrom('parley.host').selectAll().where('seen_at', 'is not', null).orderBy('name').execute(),
    db.selectFrom('parley.host_repository').select(['host_id', 'repository_id', 'available', 'reason']).execute(),
  ]);
  return hosts.map((host) => ({
    id: host.id,
    name: host.name,
    online: host.seen_at !== null && now.getTime() - host.seen_at.getTime() <= limits.hostStaleMs,
    runtimes: stored<RuntimeReport[]>(host.runtimes),
    repositories: repositories
      .filter((row) => row.host_id === host.id)
      .map((row) => ({ id: row.repository_id, available: row.available, reason: row.reason })),
  }));
}

const repositoryLabels = (db: Reader, ids: string[]): Promise<{ id: string; label: string }[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('parley.repository').select(['id', 'label']).where('id', 'in', ids).execute();
