import { decideAccess, firstLine, personWaveState, sumUsage, waveActions, waveHeadline } from '@parley/domain';
import { waveWorkflowId } from '@parley/workflows';
import { accessOf, type ConversationRow } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { onOneConnection, type Reader } from '../database/database';
import type { AnswerOf } from '../http/call';
import { availableRepositories } from '../messages/message-view';
import { factsOf, type LoadedWave, loadWaveRows } from './facts';
import { refsOf, rootsOf, transcriptOf } from './freeze';
import { agentOf, concernView, draftsOf, jobView } from './job-view';
import type { WaveRow } from './load';
import { stored, type StoredRoot, type StoredTranscript, type StoredUsage } from './stored';
import { timelineRows } from './timeline.repo';
import { timelineText } from './timeline-text';
import { waitingView } from './waiting-view';

export type WaveView = AnswerOf<'getWave'>;

/** Waves of one conversation as this person sees them. The caller has checked the right to read. */
export async function waveViews(
  services: Pick<Services, 'db' | 'now' | 'config'>,
  actor: PersonActor,
  conversation: ConversationRow,
  rows: readonly WaveRow[],
  reader: Reader = services.db,
): Promise<WaveView[]> {
  if (rows.length === 0) return [];
  return onOneConnection(reader, async (db) => {
    const [hosts, ...loaded] = await Promise.all([hostNames(db), ...rows.map((row) => loadWaveRows(db, row))]);
    return Promise.all(loaded.map((wave) => waveView(db, services, actor, conversation, wave, hosts)));
  });
}

async function waveView(
  db: Reader,
  { now, config }: Pick<Services, 'now' | 'config'>,
  actor: PersonActor,
  conversation: ConversationRow,
  loaded: LoadedWave,
  hosts: ReadonlyMap<string, string>,
): Promise<WaveView> {
  const { wave, jobs, concerns, assignments } = loaded;
  const facts = factsOf(loaded);
  const [timeline, context, question, drafts] = await Promise.all([
    timelineRows(db, wave.id),
    contextView(db, wave),
    questionOf(db, wave),
    draftsOf(db, jobs),
  ]);
  const waiting = await waitingView(db, loaded, { now: now(), roots: context.storedRoots, timeline });
  const jobContext = { assignments, hostNames: hosts, drafts };
  const receipt = wave.receipt === null ? null : stored<NonNullable<WaveView['receipt']>>(wave.receipt);
  const working = jobs
    .filter((job) => job.finished_at === null && job.state !== 'queued')
    .map((job) => agentOf(job, assignments)?.name ?? 'An agent');
  return {
    id: wave.id,
    conversationId: wave.conversation_id,
    messageId: wave.message_id,
    question,
    policy: facts.wave.policy,
    state: personWaveState(facts.wave),
    gate: facts.wave.gate,
    phase: wave.phase as WaveView['phase'],
    outcome: wave.outcome as WaveView['outcome'],
    reason: wave.reason as WaveView['reason'],
    headline: waveHeadline({
      policy: facts.wave.policy,
      state: facts.wave.state,
      gate: facts.wave.gate,
      phase: wave.phase as WaveView['phase'],
      outcome: wave.outcome as WaveView['outcome'],
      reason: wave.reason as WaveView['reason'],
      working,
      waiting,
      ...(receipt ? { complete: receipt.complete } : {}),
    }),
    waitingFor: waiting,
    predecessorId: wave.predecessor_id,
    assignments: assignments.map(({ participantId, name, role, runtimeId, runtimeName, modelId, effort }) => ({
      participantId,
      name,
      role,
      runtimeId,
      runtimeName,
      modelId,
      effort,
    })),
    jobs: jobs.map((job) => jobView(job, jobContext)),
    concerns: concerns.map((concern) => concernView(concern, jobs, assignments)),
    receipt,
    context: context.view,
    usage: sumUsage(jobs.map((job) => (job.usage === null ? null : stored<StoredUsage>(job.usage)))),
    timeline: timeline.map((row) => {
      const job = jobs.find((candidate) => candidate.id === row.jobId);
      return {
        at: row.at.toISOString(),
        kind: row.kind,
        text: timelineText(row, (job && agentOf(job, assignments)?.name) ?? 'An agent'),
        jobId: row.jobId,
      };
    }),
    temporalUrl: config.TEMPORAL_UI_URL
      ? `${config.TEMPORAL_UI_URL.replace(/\/$/, '')}/namespaces/${config.TEMPORAL_NAMESPACE}/workflows/${encodeURIComponent(waveWorkflowId(wave.id))}`
      : null,
    createdAt: wave.created_at.toISOString(),
    startedAt: wave.started_at?.toISOString() ?? null,
    settledAt: wave.settled_at?.toISOString() ?? null,
    ...waveActions({
      state: facts.wave.state,
      gate: facts.wave.gate,
      stopRequested: facts.wave.stopRequested,
      recovery: jobs.some((job) => job.state === 'recovery_required'),
      outcome: wave.outcome as WaveView['outcome'],
      archived: conversation.state === 'archived',
      mayWrite: decideAccess(actor, 'write', accessOf(conversation)).allowed,
    }),
  };
}

const hostNames = async (db: Reader): Promise<Map<string, string>> =>
  new Map((await db.selectFrom('parley.host').select(['id', 'name']).execute()).map((host) => [host.id, host.name]));

async function questionOf(db: Reader, wave: WaveRow): Promise<string> {
  const row = await db.selectFrom('parley.message').select('body').where('id', '=', wave.message_id).executeTakeFirstOrThrow();
  return firstLine(row.body ?? '');
}

/** Before the snapshot: what was captured so far, with the fingerprint that Continue would confirm. */
async function contextView(db: Reader, wave: WaveRow): Promise<{ view: WaveView['context']; storedRoots: StoredRoot[] }> {
  const [snapshot, intent, refs] = await Promise.all([
    wave.snapshot_id === null ? undefined : db.selectFrom('parley.snapshot').selectAll().where('wave_id', '=', wave.id).executeTakeFirst(),
    db.selectFrom('parley.intent').select('preview_fingerprint').where('id', '=', wave.intent_id).executeTakeFirstOrThrow(),
    refsOf(db, wave),
  ]);
  const [transcript, captured] = snapshot
    ? [stored<StoredTranscript>(snapshot.transcript), stored<StoredRoot[]>(snapshot.roots)]
    : await Promise.all([transcriptOf(db, wave), rootsOf(db, wave, refs)]);
  // Nobody has looked yet: what is not captured is not therefore unreadable.
  const storedRoots =
    wave.gate === 'open'
      ? captured.map((root): StoredRoot => (root.access === 'unavailable' ? { ...root, access: 'filesystem_read' } : root))
      : captured;
  const available = await availableRepositories(
    db,
    refs.map((ref) => ref.id),
  );
  return {
    storedRoots,
    view: {
      fingerprint: snapshot?.fingerprint ?? wave.gate_fingerprint,
      previewFingerprint: intent.preview_fingerprint,
      capturedAt: snapshot?.created_at.toISOString() ?? null,
      roots: storedRoots.map(({ repositoryId, label, branch, headSha, edited, untracked, generation, access }) => ({
        repositoryId,
        label,
        branch,
        headSha,
        edited,
        untracked,
        generation,
        access,
      })),
      transcript: {
        included: transcript.messageIds.length,
        omitted: transcript.omitted,
        firstOrdinal: transcript.firstOrdinal,
        lastOrdinal: transcript.lastOrdinal,
      },
      refs: refs.map((ref) => ({ kind: ref.kind, id: ref.id, label: ref.label, available: available.has(ref.id) })),
      notes: snapshot ? stored<string[]>(snapshot.notes) : [],
    },
  };
}
