import type { Assignment } from '@parley/contracts';
import { isTerminalJob, type JobState, type LimitViolation, limits } from '@parley/domain';
import { buildSections, checkBudget } from '@parley/prompts';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { HostActor } from '../auth/actor';
import { type Trx, withTransaction } from '../database/database';
import { endJob, stateOfJobs } from '../waves/end-job';
import { assignmentsOf } from '../waves/facts';
import { type JobRow, stopAsked, type WaveRow } from '../waves/load';
import { moveJob, moveWave } from '../waves/move';
import { waveOutputBytes } from '../waves/output-bytes';
import { frozenContext, modelOn, turnPrompt } from '../waves/prompt-input';
import type { StoredRoot } from '../waves/stored';
import { requireHost } from './require-host';
import { lockTurn, over } from './turn';

type Whole = z.input<typeof Assignment>;

/**
 * The whole turn, for the one host that runs it. From here on the turn counts as handed out: nothing but its host can say how it ended.
 * Answers `state_conflict` once the attempt is over, and when the prompt breaks a limit: then the job has failed without having been sent.
 */
export async function getAssignment(
  services: Services,
  actor: HostActor,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<Whole> {
  const hostId = await requireHost(services.db, actor);
  const assignment = await withTransaction(services.db, async (trx) => {
    const { wave, job, turn } = await lockTurn(trx, hostId, jobId, attempt);
    const ended = job.attempt !== attempt || isTerminalJob(job.state as JobState) || (turn !== undefined && turn.finished_at !== null);
    // A lost turn can be read again by the host that has it, never begun.
    if (ended || (job.state === 'recovery_required' && !turn)) throw over();
    const whole = await assemble(trx, wave, job, turn === undefined);
    const handOut = turn
      ? null
      : trx.insertInto('runtime.turn').values({ job_id: jobId, attempt, host_id: hostId, wave_id: wave.id }).execute();
    const isTooLarge = 'violation' in whole;
    await Promise.all([
      handOut,
      isTooLarge ? endJob(trx, { wave, job }, tooLarge(whole.violation)) : begin(trx, services.now(), wave, job),
    ]);
    return isTooLarge ? null : whole;
  });
  services.doorbell.ring('events');
  if (assignment === null) throw over();
  return assignment;
}

async function begin(trx: Trx, now: Date, wave: WaveRow, job: JobRow): Promise<void> {
  if (job.state !== 'queued') return;
  // In this order on one connection: the state follows from the job as it is then.
  const moving = moveJob(trx, job, 'resolving_context');
  const [state] = await Promise.all([stateOfJobs(trx, wave), moving]);
  if (state !== wave.state || wave.started_at === null || wave.waiting !== null)
    await moveWave(trx, wave, state, { started_at: wave.started_at ?? now, waiting: null });
}

async function assemble(trx: Trx, wave: WaveRow, job: JobRow, first: boolean): Promise<Whole | { violation: LimitViolation }> {
  const [context, assignments] = await Promise.all([frozenContext(trx, wave.id), assignmentsOf(trx, wave)]);
  const agent = assignments.find((assignment) => assignment.revisionId === job.participant_revision_id);
  if (!context || !agent) throw over();
  const [prompt, model, outputBytes, roots, stop] = await Promise.all([
    turnPrompt(trx, wave, job, agent, context),
    modelOn(trx, job.host_id, agent.runtimeId, agent.modelId),
    waveOutputBytes(trx, wave.id),
    rootsWithKeys(trx, context.roots),
    stopAsked(trx, wave.id),
  ]);
  const sections = buildSections(prompt.input);
  const violations = checkBudget({
    sections,
    modelContextTokens: model?.contextTokens ?? null,
    requestBody: prompt.input.request.body,
    manifest: prompt.input.manifest,
    windowMessages: context.transcript.messageIds.length,
    waveOutputBytes: outputBytes,
  });
  const [violation] = violations;
  // What was sent once is not too large afterwards.
  if (violation && first) return { violation };
  return {
    jobId: job.id,
    attempt: job.attempt,
    waveId: wave.id,
    conversationId: wave.conversation_id,
    role: job.role as Whole['role'],
    profileRole: agent.role,
    runtimeId: agent.runtimeId,
    modelId: agent.modelId,
    effort: agent.effort,
    sections,
    target: prompt.target === null ? null : { messageId: prompt.target.messageId, text: prompt.target.body },
    question: prompt.input.request.body,
    concerns: prompt.concerns.map(({ id, targetClaim, category, severity, reason, evidence, suggestedResolution }) => ({
      id,
      targetClaim,
      category,
      severity,
      reason,
      evidence,
      suggestedResolution,
    })),
    roots,
    contextFingerprint: context.fingerprint,
    deadlineMs: limits.turnDeadlineMs,
    outputLimitBytes: limits.answerBytes,
    stopRequested: stop !== null,
  };
}

async function rootsWithKeys(trx: Trx, roots: readonly StoredRoot[]): Promise<Whole['roots']> {
  const readable = roots.filter((root) => root.access === 'filesystem_read');
  if (readable.length === 0) return [];
  const keys = await trx
    .selectFrom('parley.repository')
    .select(['id', 'key'])
    .where(
      'id',
      'in',
      readable.map((root) => root.repositoryId),
    )
    .execute();
  return readable.flatMap(({ repositoryId, label, generation }) => {
    const key = keys.find((row) => row.id === repositoryId)?.key;
    return key === undefined || generation === null ? [] : [{ repositoryId, key, label, generation }];
  });
}

/** Each broken limit names its section and both numbers; the first is told, as all of them have to be mended anyway. */
const tooLarge = (violation: LimitViolation): Parameters<typeof endJob>[2] => ({
  kind: 'end',
  state: 'failed',
  delivery: 'not_delivered',
  freshness: null,
  error: { code: 'context_too_large', violation },
  publish: null,
  review: null,
  correction: null,
  outcome: 'failed',
});
