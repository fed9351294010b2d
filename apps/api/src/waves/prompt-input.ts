import type { ManifestItem, PromptConcern, PromptInput, PromptMessage, PromptTarget } from '@parley/prompts';
import type { RuntimeReport } from '@parley/contracts';
import type { Reader } from '../database/database';
import { concernRows, type JobRow, type WaveRow } from './load';
import { stored, type StoredAssignment, type StoredRoot, type StoredTranscript } from './stored';

/** Messages with the names that agents may read: people and agents by name, never a model or a provider. */
export async function promptMessages(db: Reader, ids: readonly string[]): Promise<PromptMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('parley.message as message')
    .leftJoin('parley.person as person', 'person.id', 'message.person_id')
    .leftJoin('parley.participant_revision as revision', 'revision.id', 'message.participant_revision_id')
    .select([
      'message.id',
      'message.ordinal',
      'message.author_kind',
      'message.status',
      'message.body',
      'person.name as person',
      'revision.name as agent',
    ])
    .where('message.id', 'in', [...ids])
    .orderBy('message.ordinal')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ordinal: row.ordinal,
    author: row.person ?? row.agent ?? 'Parley',
    authorKind: row.author_kind as PromptMessage['authorKind'],
    status: row.status as PromptMessage['status'],
    body: row.body,
  }));
}

export const manifestOf = (roots: readonly StoredRoot[]): ManifestItem[] =>
  roots.map((root) => ({
    kind: 'repository',
    id: root.repositoryId,
    label: root.label,
    access: root.access,
    branch: root.branch,
    headSha: root.headSha,
    edited: root.access === 'filesystem_read' ? root.edited : null,
    untracked: root.access === 'filesystem_read' ? root.untracked : null,
    note: root.access === 'metadata_only' ? 'Named only: a response reads at most three repositories.' : null,
  }));

export interface FrozenContext {
  fingerprint: string;
  roots: StoredRoot[];
  transcript: StoredTranscript;
}
export async function frozenContext(db: Reader, waveId: string): Promise<FrozenContext | null> {
  const row = await db.selectFrom('parley.snapshot').selectAll().where('wave_id', '=', waveId).executeTakeFirst();
  return row
    ? { fingerprint: row.fingerprint, roots: stored<StoredRoot[]>(row.roots), transcript: stored<StoredTranscript>(row.transcript) }
    : null;
}

export interface TurnPrompt {
  input: PromptInput;
  target: PromptTarget | null;
  concerns: PromptConcern[];
}

/**
 * What one turn is told, from what was frozen: the same window by message ids in every phase, so that later messages never reach it and the
 * question never falls out. A review gets the answer, a correction the answer and the eligible concerns; nobody gets another's review or answer.
 */
export async function turnPrompt(
  db: Reader,
  wave: WaveRow,
  job: JobRow,
  agent: StoredAssignment,
  context: FrozenContext,
): Promise<TurnPrompt> {
  const [messages, row, { title }, targets, concernsOfWave] = await Promise.all([
    promptMessages(db, context.transcript.messageIds),
    db.selectFrom('parley.message').select(['reply_to', 'sources']).where('id', '=', wave.message_id).executeTakeFirstOrThrow(),
    db.selectFrom('parley.conversation').select('title').where('id', '=', wave.conversation_id).executeTakeFirstOrThrow(),
    job.target_message_id === null ? [] : promptMessages(db, [job.target_message_id]),
    job.role === 'correct' ? concernRows(db, wave.id) : [],
  ]);
  const trigger = messages.find((message) => message.id === wave.message_id);
  const sources = stored<string[]>(row.sources);
  const base = {
    policy: wave.policy as PromptInput['policy'],
    agent: { profileId: agent.profileId, name: agent.name, role: agent.role, contractVersion: agent.contractVersion },
    conversationTitle: title,
    request: { messageId: wave.message_id, author: trigger?.author ?? 'Somebody', body: trigger?.body ?? '' },
    manifest: manifestOf(context.roots),
    sources: messages.filter((message) => sources.includes(message.id)),
    transcript: messages.filter((message) => message.id !== wave.message_id),
    omitted: context.transcript.omitted,
    replyTo: row.reply_to,
  };
  if (job.role === 'answer') return { input: { ...base, phase: 'answer' }, target: null, concerns: [] };
  const [answer] = targets;
  const target = { messageId: answer?.id ?? '', author: answer?.author ?? 'Lead', body: answer?.body ?? '' };
  if (job.role === 'review') return { input: { ...base, phase: 'review', target }, target, concerns: [] };
  const concerns = concernsOfWave.filter((concern) => concern.eligible).map(promptConcern);
  return { input: { ...base, phase: 'correct', target, concerns }, target, concerns };
}

function promptConcern(row: Awaited<ReturnType<typeof concernRows>>[number]): PromptConcern {
  const citations = stored<
    ({ kind: 'path'; root: string; path: string; line: number; endLine: number | null } | { kind: 'message'; messageId: string })[]
  >(row.citations);
  return {
    id: row.id,
    targetClaim: row.target_claim,
    category: row.category,
    severity: row.severity,
    confidence: row.confidence,
    evidenceStatus: row.evidence_status,
    reason: row.reason,
    evidence: row.evidence,
    citations: citations.map((citation) =>
      citation.kind === 'message'
        ? citation.messageId
        : `${citation.root === '' ? '' : `${citation.root}/`}${citation.path}:${citation.line}${citation.endLine === null ? '' : `-${citation.endLine}`}`,
    ),
    suggestedResolution: row.suggested_resolution,
  };
}

/** A model as its host reports it; undefined when nobody knows it any more. */
export async function modelOn(
  db: Reader,
  hostId: string | null,
  runtimeId: string,
  modelId: string,
): Promise<RuntimeReport['models'][number] | undefined> {
  const host = await db
    .selectFrom('parley.host')
    .select('runtimes')
    .where('id', '=', hostId ?? '')
    .executeTakeFirst();
  const runtime = host ? stored<RuntimeReport[]>(host.runtimes).find((candidate) => candidate.id === runtimeId) : undefined;
  return runtime?.models.find((model) => model.id === modelId);
}
