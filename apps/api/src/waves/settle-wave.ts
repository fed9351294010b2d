import {
  assertSettlement,
  buildReceipt,
  decideNext,
  decideEvidence,
  type ReceiptJob,
  type Settlement,
  type TerminalDecision,
} from '@parley/domain';
import { sql } from 'kysely';
import type { Trx } from '../database/database';
import { endJob } from './end-job';
import { factsOf, jobFacts, type LoadedWave, loadWaveRows } from './facts';
import type { WaveRow } from './load';
import { moveWave } from './move';
import { jsonb } from '../database/json';
import { stored, type StoredAssignment, type StoredUsage } from './stored';
import { recordTimeline } from './timeline.repo';

/**
 * Settles the wave if its jobs say that it is over; otherwise changes nothing. Under the conversation's lock. A job that no host has been given is
 * ended here: `getAssignment` takes the same lock, so nobody can be sending it.
 */
export async function settleIfOver(trx: Trx, wave: WaveRow): Promise<boolean> {
  const loaded = await loadWaveRows(trx, wave);
  const { wave: facts, jobs, concerns } = factsOf(loaded);
  const step = decideNext(facts, jobs, concerns);
  if (step.next !== 'settle') return false;
  if (wave.state === 'settled') return true;
  for (const job of loaded.jobs.filter((candidate) => step.cancel.includes(candidate.id))) {
    await endJob(
      trx,
      { wave, job },
      decideEvidence(
        { role: jobFacts(job).role, state: jobFacts(job).state, attempt: job.attempt, stopRequested: true },
        'canceled_before_start',
      ),
    );
  }
  await writeSettlement(trx, loaded, step.settlement);
  return true;
}

/** The end of a wave whose workflow broke: what was answered stays, what was never handed out has failed on our side. */
export async function settleBroken(trx: Trx, wave: WaveRow): Promise<boolean> {
  const loaded = await loadWaveRows(trx, wave);
  for (const job of loaded.jobs.filter((candidate) => candidate.finished_at === null)) await endJob(trx, { wave, job }, neverRun);
  const answered = loaded.jobs.some((job) => job.state === 'completed' && jobFacts(job).result?.kind === 'answer');
  await writeSettlement(trx, loaded, { outcome: answered ? 'partial' : 'failed', reason: 'failed' });
  return true;
}
const neverRun: TerminalDecision = {
  kind: 'end',
  state: 'failed',
  delivery: 'not_delivered',
  freshness: null,
  error: { code: 'internal_failure', violation: null },
  publish: null,
  review: null,
  correction: null,
  outcome: 'failed',
};

async function writeSettlement(trx: Trx, loaded: LoadedWave, settlement: Settlement): Promise<void> {
  assertSettlement(settlement);
  const { wave } = loaded;
  const snapshot =
    wave.snapshot_id === null
      ? undefined
      : await trx.selectFrom('parley.snapshot').select('fingerprint').where('id', '=', wave.snapshot_id).executeTakeFirst();
  const receipt = buildReceipt({
    policy: factsOf(loaded).wave.policy,
    settlement,
    assignments: loaded.assignments,
    jobs: loaded.jobs.map((job): ReceiptJob => receiptJob(job, loaded.assignments)),
    concerns: factsOf(loaded).concerns,
    contextFingerprint: snapshot?.fingerprint ?? null,
  });
  await Promise.all([
    recordTimeline(trx, wave.id, 'settled', { code: settlement.outcome }),
    moveWave(trx, wave, 'settled', {
      phase: 'complete',
      outcome: settlement.outcome,
      reason: settlement.reason,
      receipt: jsonb(receipt),
      waiting: null,
      settled_at: sql<Date>`now()`,
    }),
  ]);
}

function receiptJob(job: LoadedWave['jobs'][number], assignments: readonly StoredAssignment[]): ReceiptJob {
  const assignment = assignments.findIndex((candidate) => candidate.revisionId === job.participant_revision_id);
  return {
    ...jobFacts(job),
    assignment,
    contractVersion: assignments[assignment]?.contractVersion ?? 1,
    promptVersion: job.prompt_version,
    usage: job.usage === null ? null : stored<StoredUsage>(job.usage),
  };
}

/** The wave that goes next in its conversation. */
export async function successorOf(trx: Trx, wave: WaveRow): Promise<string | null> {
  const row = await trx
    .selectFrom('parley.wave')
    .select('id')
    .where('conversation_id', '=', wave.conversation_id)
    .where('position', '>', wave.position)
    .where('state', '<>', 'settled')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
