import { decideEvidence, decideNext, isTerminalJob, type JobPlan, type JobState, type NextStep } from '@parley/domain';
import { promptVersion } from '@parley/prompts';
import type { LostTurn, WaveStep } from '@parley/workflows';
import type { Trx } from '../database/database';
import { newId } from '../database/ids';
import { appendEvent } from '../events/append-event';
import { endJob } from './end-job';
import { factsOf, jobFacts, type LoadedWave, loadWaveRows } from './facts';
import { jobRows, type WaveRow } from './load';
import { changeWave } from './move';
import { recordTimeline, recoveryCode, timelineRows } from './timeline.repo';

/**
 * Makes the jobs of the next phase and says which turns to run. Asking twice gives the same answer: the jobs are unique by (wave, phase,
 * position), and a turn that was handed out keeps its attempt. Under the conversation's lock.
 */
export async function advance(trx: Trx, wave: WaveRow): Promise<WaveStep> {
  const loaded = await loadWaveRows(trx, wave);
  const facts = factsOf(loaded);
  const step = decideNext(facts.wave, facts.jobs, facts.concerns);
  switch (step.next) {
    case 'settle':
      return { next: 'settle' };
    case 'recover': {
      const left = await giveUpIfAsked(trx, loaded, step.jobIds);
      return left.length === 0 ? advance(trx, wave) : { next: 'recover', jobIds: left, lost: await lostTurns(trx, loaded, left) };
    }
    case 'wait':
      // Turns that some host has: the same attempts again, so that its journal says what became of them.
      return turnsOf(trx, wave, step.jobIds);
    case 'run':
      await beginPhase(trx, loaded, step);
      return turnsOf(trx, wave, step.jobIds, true);
  }
}

/**
 * A Stop that came after the turn was lost gives it up. The workflow does that itself after a last look; one that was started again after Temporal
 * lost its history knows no turn to look for, and would wait for ever.
 */
async function giveUpIfAsked(trx: Trx, loaded: LoadedWave, jobIds: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const job of loaded.jobs.filter((candidate) => jobIds.includes(candidate.id))) {
    const { role, state } = jobFacts(job);
    if (await stoppedSinceLost(trx, loaded.wave.id, job.id))
      await endJob(trx, { wave: loaded.wave, job }, decideEvidence({ role, state, attempt: job.attempt, stopRequested: true }, 'given_up'));
    else left.push(job.id);
  }
  return left;
}

async function lostTurns(trx: Trx, { wave, jobs }: LoadedWave, jobIds: readonly string[]): Promise<LostTurn[]> {
  const timeline = await timelineRows(trx, wave.id);
  return jobs
    .filter((job) => jobIds.includes(job.id))
    .map((job) => ({
      jobId: job.id,
      attempt: job.attempt,
      hostId: job.host_id ?? wave.host_id ?? '',
      code: recoveryCode(timeline, [job.id]) ?? 'delivery_not_confirmed',
    }));
}

async function stoppedSinceLost(trx: Trx, waveId: string, jobId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('parley.stop_request as stop')
    .select('stop.stop_id')
    .where('stop.wave_id', '=', waveId)
    .where('stop.created_at', '>', (eb) =>
      eb
        .selectFrom('parley.wave_timeline as lost')
        .select(({ fn }) => fn.max('lost.at').as('at'))
        .where('lost.wave_id', '=', waveId)
        .where('lost.job_id', '=', jobId)
        .where('lost.kind', '=', 'recovery_required'),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function beginPhase(trx: Trx, loaded: LoadedWave, step: Extract<NextStep, { next: 'run' }>): Promise<void> {
  const { wave } = loaded;
  const writes: Promise<void>[] = step.create.map((plan) => createJob(trx, loaded, plan));
  if (wave.phase !== step.phase) writes.push(recordTimeline(trx, wave.id, 'phase', { phase: step.phase }));
  if (wave.phase !== step.phase || step.create.length > 0) writes.push(changeWave(trx, wave, { phase: step.phase, waiting: null }));
  await Promise.all(writes);
}

async function createJob(trx: Trx, { wave, assignments }: LoadedWave, plan: JobPlan): Promise<void> {
  const assignment = assignments[plan.assignment];
  if (!assignment) throw new Error(`Wave ${wave.id} has no assignment ${plan.assignment}.`);
  const created = await trx
    .insertInto('parley.job')
    .values({
      id: newId('job', new Date()),
      wave_id: wave.id,
      conversation_id: wave.conversation_id,
      phase: plan.phase,
      role: plan.role,
      position: plan.position,
      participant_revision_id: assignment.revisionId,
      target_message_id: plan.targetMessageId,
      host_id: wave.host_id,
      prompt_version: promptVersion,
    })
    .onConflict((conflict) => conflict.columns(['wave_id', 'phase', 'position']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) appendEvent(trx, { conversationId: wave.conversation_id, type: 'job.updated', waveId: wave.id, jobId: created.id });
}

/** `andOpen`: also those that were not named and have no end, as the ones that were just made. */
async function turnsOf(trx: Trx, wave: WaveRow, jobIds: readonly string[], andOpen = false): Promise<WaveStep> {
  const jobs = (await jobRows(trx, wave.id)).filter((job) => jobIds.includes(job.id) || (andOpen && !isTerminalJob(job.state as JobState)));
  const [first] = jobs;
  // The gate waits for a person: the workflow asks again only after a decision.
  if (!first) return { next: 'recover', jobIds: [] };
  const phase = first.phase as Extract<WaveStep, { next: 'run' }>['phase'];
  return {
    next: 'run',
    phase,
    turns: jobs.map((job) => ({ jobId: job.id, attempt: job.attempt, hostId: job.host_id ?? wave.host_id ?? '' })),
  };
}
