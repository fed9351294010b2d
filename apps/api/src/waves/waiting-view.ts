import { firstLine, type GateState, isTerminalJob, type JobState, waitingFor, type WaveState } from '@parley/domain';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';
import { startIsPending } from '../relay/outbox.repo';
import type { LoadedWave } from './facts';
import { hostOf } from './host-wait';
import { agentOf } from './job-view';
import { stored, type StoredRoot, type StoredWaiting } from './stored';
import { recoveryCode, type TimelineRow } from './timeline.repo';

type Waiting = NonNullable<AnswerOf<'getWave'>['waitingFor']>;

export interface WaitingContext {
  now: Date;
  roots: readonly StoredRoot[];
  timeline: readonly TimelineRow[];
}

/** What an unsettled wave waits for, by name and since when; null when it works or has ended. */
export async function waitingView(db: Reader, loaded: LoadedWave, context: WaitingContext): Promise<Waiting | null> {
  const { wave } = loaded;
  if (wave.state === 'settled') return null;
  const host = await hostOf(db, context.now, wave);
  const before = await earlierWave(db, loaded);
  const names = (which: (state: JobState) => boolean): string[] =>
    loaded.jobs.filter((job) => which(job.state as JobState)).map((job) => agentOf(job, loaded.assignments)?.name ?? 'An agent');
  const text = waitingFor({
    state: wave.state as WaveState,
    gate: wave.gate as GateState,
    // How it looked before is known as a fingerprint only; what is different now is what the host found.
    changes: context.roots
      .filter((root) => root.access === 'filesystem_read')
      .map((root) => ({ label: root.label, edited: root.edited, untracked: root.untracked, headFrom: null, headTo: root.headSha })),
    predecessor: before ? { question: before.question, needsPerson: before.needsPerson } : null,
    host,
    rootLabels: context.roots.map((root) => root.label),
    queued: names((state) => state === 'queued'),
    active: names((state) => state !== 'queued' && !isTerminalJob(state)),
    unconfirmed: names((state) => state === 'recovery_required'),
    recovery: recoveryCode(
      context.timeline,
      loaded.jobs.filter((job) => job.state === 'recovery_required').map((job) => job.id),
    ),
    started: wave.state !== 'planned' || !(await startIsPending(db, wave.id)),
    idleMs: context.now.getTime() - lastStep(loaded, context.timeline).getTime(),
  });
  if (text === null) return null;
  const showsHost = text.kind === 'host' || text.kind === 'capacity' || text.kind === 'recovery';
  return {
    ...text,
    since: (text.code === 'workflow_not_moving'
      ? lastStep(loaded, context.timeline)
      : since(loaded, text.kind, context.timeline, host?.seenAt ?? null)
    ).toISOString(),
    waveId: text.kind === 'predecessor' ? (before?.id ?? null) : null,
    host: showsHost && host ? { id: host.id, name: host.name } : null,
  };
}

async function earlierWave(db: Reader, { wave }: LoadedWave): Promise<{ id: string; question: string; needsPerson: boolean } | null> {
  const row = await db
    .selectFrom('parley.wave as wave')
    .innerJoin('parley.message as message', 'message.id', 'wave.message_id')
    .select(['wave.id', 'wave.state', 'wave.gate', 'message.body'])
    .where('wave.conversation_id', '=', wave.conversation_id)
    .where('wave.position', '<', wave.position)
    .where('wave.state', '<>', 'settled')
    .orderBy('wave.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const needsPerson =
    row.state === 'recovery_required' ||
    (row.state === 'planned' && (row.gate === 'reconfirmation_required' || row.gate === 'interrupted'));
  return { id: row.id, question: firstLine(row.body ?? ''), needsPerson };
}

/** When the wave was last moved by anybody. */
const lastStep = ({ wave }: LoadedWave, timeline: readonly TimelineRow[]): Date => timeline.at(-1)?.at ?? wave.created_at;

function since(loaded: LoadedWave, kind: Waiting['kind'], timeline: readonly TimelineRow[], hostSeen: Date | null): Date {
  const { wave } = loaded;
  const noted = wave.waiting === null ? null : stored<StoredWaiting>(wave.waiting);
  if (noted && noted.kind === kind) return new Date(noted.since);
  if (kind === 'host' && hostSeen !== null && hostSeen > wave.created_at) return hostSeen;
  const last = { decision: 'gate_changed', resume: 'gate_interrupted', recovery: 'recovery_required', stop: 'stop_requested' }[
    kind as string
  ];
  return timeline.findLast((row) => row.kind === last)?.at ?? wave.created_at;
}
