import {
  type ConcernRecord,
  decideResolutions,
  deriveWaveState,
  type Freshness,
  type JobState,
  type ParsedCorrection,
  type TerminalDecision,
  wavePath,
  type WaveState,
} from '@parley/domain';
import { sql } from 'kysely';
import { newId } from '../database/ids';
import type { Trx } from '../database/database';
import { appendEvent } from '../events/append-event';
import { supersede } from '../messages/write-send';
import { concernRows, type JobRow, jobRows, stopAsked, type WaveRow } from './load';
import { moveJob, moveWave, reopenJob } from './move';
import { jsonb } from '../database/json';
import { type StoredResult, type StoredUsage } from './stored';
import { recordTimeline } from './timeline.repo';

export interface JobEnd {
  wave: WaveRow;
  job: JobRow;
}
/** What the host said beside the result; absent when the API ends a job without its host. */
export interface HostWord {
  usage: StoredUsage | null;
  attestation: { level: string; detail: string } | null;
  startedAt: string | null;
  finishedAt: string;
  concerns: ConcernRecord[];
}

/**
 * Writes the end of one turn: the runtime record, the job, and what it gives to the conversation. Under the conversation's lock and in the
 * caller's transaction, so a message and the state that explains it are never apart. A failed item fails alone.
 */
export async function endJob(trx: Trx, { wave, job }: JobEnd, decision: TerminalDecision, word?: HostWord): Promise<void> {
  if (decision.kind === 'retry') {
    await Promise.all([
      closeTurn(trx, job, decision),
      recordTimeline(trx, wave.id, 'not_sent', {}, job.id),
      reopenJob(trx, job),
      followJobs(trx, wave),
    ]);
    return;
  }
  const [messageId] = await Promise.all([
    decision.publish ? publish(trx, wave, job, decision.publish, decision.freshness) : null,
    word && decision.review ? writeConcerns(trx, wave, job, word.concerns) : null,
    decision.correction ? answerConcerns(trx, job, decision.correction) : null,
    closeTurn(trx, job, decision),
  ]);
  await Promise.all([
    moveJob(trx, job, decision.state, {
      delivery: decision.delivery,
      freshness: decision.freshness,
      error: decision.error === null ? null : jsonb(decision.error),
      result: decision.state === 'completed' ? jsonb(resultOf(decision, messageId, word?.concerns ?? [])) : null,
      finished_at: sql<Date>`now()`,
      ...(word ? { usage: word.usage === null ? null : jsonb(word.usage) } : {}),
      ...(word?.attestation ? { attestation: jsonb(word.attestation) } : {}),
      ...(word?.startedAt && job.started_at === null ? { started_at: word.startedAt } : {}),
    }),
    recordTimeline(
      trx,
      wave.id,
      decision.error?.code === 'given_up' ? 'given_up' : 'turn_ended',
      { code: decision.error?.code ?? decision.outcome },
      job.id,
    ),
    followJobs(trx, wave),
  ]);
}

async function closeTurn(trx: Trx, job: JobRow, decision: TerminalDecision): Promise<void> {
  await Promise.all([
    trx
      .updateTable('runtime.turn')
      .set({
        outcome: decision.outcome,
        delivery: decision.kind === 'retry' ? 'not_delivered' : decision.delivery,
        finished_at: sql<Date>`now()`,
      })
      .where('job_id', '=', job.id)
      .where('attempt', '=', job.attempt)
      .where('finished_at', 'is', null)
      .execute(),
    trx.deleteFrom('runtime.turn_draft').where('job_id', '=', job.id).execute(),
  ]);
}

/** The wave follows its jobs, as they are after what was asked for before: out of recovery when nothing is unconfirmed any more. Settling is decided elsewhere. */
export async function followJobs(trx: Trx, wave: WaveRow): Promise<void> {
  const state = await stateOfJobs(trx, wave);
  if (state !== wave.state) await moveWave(trx, wave, state, wave.state === 'recovery_required' ? { waiting: null } : {});
}

/** Where the jobs put their wave, by its legal way. */
export async function stateOfJobs(trx: Trx, wave: WaveRow): Promise<WaveState> {
  const now = wave.state as WaveState;
  if (now === 'planned' || now === 'settled') return now;
  const [jobs, stop] = await Promise.all([jobRows(trx, wave.id), stopAsked(trx, wave.id)]);
  const target = deriveWaveState(
    { state: now, stopRequested: stop !== null },
    jobs.map((row) => ({ state: row.state as JobState })),
  );
  wavePath(now, target);
  return target;
}

/** An answer stays in the thread of its question, a correction in that of its answer: one level, as for people. */
async function publish(
  trx: Trx,
  wave: WaveRow,
  job: JobRow,
  text: { kind: 'answer' | 'correction'; body: string },
  freshness: Freshness | null,
): Promise<string> {
  const id = newId('message', new Date());
  appendEvent(trx, { conversationId: wave.conversation_id, type: 'message.created', messageId: id, waveId: wave.id, jobId: job.id });
  const [trigger, { latest_ordinal: ordinal }] = await Promise.all([
    trx
      .selectFrom('parley.message')
      .select(['reply_to', 'context_revision_id'])
      .where('id', '=', wave.message_id)
      .executeTakeFirstOrThrow(),
    trx
      .updateTable('parley.conversation')
      .set({ latest_ordinal: sql<number>`latest_ordinal + 1`, last_activity_at: sql<Date>`now()` })
      .where('id', '=', wave.conversation_id)
      .returning('latest_ordinal')
      .executeTakeFirstOrThrow(),
  ]);
  await Promise.all([
    trx
      .insertInto('parley.message')
      .values({
        id,
        conversation_id: wave.conversation_id,
        ordinal,
        author_kind: 'agent',
        participant_revision_id: job.participant_revision_id,
        body: text.body,
        reply_to: trigger.reply_to,
        supersedes: text.kind === 'correction' ? job.target_message_id : null,
        context_revision_id: trigger.context_revision_id,
        wave_id: wave.id,
        job_id: job.id,
        freshness,
      })
      .execute(),
    text.kind === 'correction' && job.target_message_id ? supersede(trx, wave.conversation_id, job.target_message_id, id) : null,
  ]);
  return id;
}

async function writeConcerns(trx: Trx, wave: WaveRow, job: JobRow, concerns: readonly ConcernRecord[]): Promise<void> {
  if (concerns.length === 0) return;
  const rows = concerns.map((concern) => ({
    id: concern.id,
    conversation_id: wave.conversation_id,
    wave_id: wave.id,
    job_id: job.id,
    position: concern.position,
    target_message_id: job.target_message_id ?? '',
    target_claim: concern.targetClaim,
    claim_found: concern.claimFound,
    category: concern.category,
    severity: concern.severity,
    confidence: concern.confidence,
    evidence_status: concern.evidenceStatus,
    reason: concern.reason,
    evidence: concern.evidence,
    citations: jsonb(concern.citations),
    suggested_resolution: concern.suggestedResolution,
    eligible: concern.eligible,
    redundant_of: concern.redundantOf,
  }));
  appendEvent(trx, { conversationId: wave.conversation_id, type: 'concern.updated', waveId: wave.id, jobId: job.id });
  await trx.insertInto('parley.concern').values(rows).execute();
}

/** Each eligible concern gets the outcome that was given for its own id, or none. */
async function answerConcerns(trx: Trx, job: JobRow, correction: ParsedCorrection): Promise<void> {
  const open = (await concernRows(trx, job.wave_id))
    .filter((concern) => concern.eligible && concern.outcome === null)
    .map((concern) => concern.id);
  const resolutions = decideResolutions(open, correction);
  await Promise.all(
    resolutions.map(({ concernId, outcome, answer }) =>
      trx.updateTable('parley.concern').set({ outcome, answer, correction_job_id: job.id }).where('id', '=', concernId).execute(),
    ),
  );
  if (resolutions.length > 0)
    appendEvent(trx, { conversationId: job.conversation_id, type: 'concern.updated', waveId: job.wave_id, jobId: job.id });
}

type Ended = Extract<TerminalDecision, { kind: 'end' }>;

function resultOf(decision: Ended, messageId: string | null, concerns: readonly ConcernRecord[]): StoredResult | null {
  if (decision.review) {
    return {
      kind: 'review',
      outcome: decision.review.outcome,
      limitations: decision.review.limitations,
      accessAvailable: decision.review.accessAvailable,
      concernIds: concerns.map((concern) => concern.id),
    };
  }
  if (decision.correction)
    return { kind: 'correction', outcome: decision.correction.outcome, limitations: decision.correction.limitations, messageId };
  return messageId === null ? null : { kind: 'answer', messageId };
}
