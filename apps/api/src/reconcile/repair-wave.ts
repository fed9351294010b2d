import { decideEvidence, type JobState } from '@parley/domain';
import type { Services } from '../app/services';
import { type Trx, withTransaction } from '../database/database';
import { enqueue, startIsPending } from '../relay/outbox.repo';
import { endJob, followJobs } from '../waves/end-job';
import { jobFacts } from '../waves/facts';
import { type JobRow, jobRows, lockWave, openTurns, stopAsked, type WaveRow } from '../waves/load';
import { moveJob } from '../waves/move';
import { settleBroken, settleIfOver, successorOf } from '../waves/settle-wave';
import { recordTimeline } from '../waves/timeline.repo';

/** How the workflow of an unsettled wave is gone. `ended`: an operator terminated or canceled it; `broken`: it failed or timed out; `missing`: Temporal knows nothing of it. */
export type Gone = 'ended' | 'broken' | 'missing';

/**
 * Brings a wave without a living workflow to an honest end. One that Temporal does not know is started again: what is stored says where it stands, and
 * no attempt is ever handed out twice. Otherwise nothing further can be asked: without an open turn the wave settles; a turn that a host still has
 * cannot be confirmed, and a person's further Stop gives it up. Returns whether anything was changed.
 */
export async function repairWave(services: Services, waveId: string, gone: Gone, because: { stop: boolean }): Promise<boolean> {
  const changed = await withTransaction(services.db, async (trx) => {
    const { wave } = await lockWave(trx, waveId);
    if (wave.state === 'settled' || (await startIsPending(trx, waveId))) return false;
    if (gone === 'missing') {
      await enqueue(trx, wave.conversation_id, waveId, { kind: 'start_wave' });
      return true;
    }
    if (gone === 'ended') await stopByOperator(trx, wave);
    const confirmed = await confirmTurns(trx, wave, because.stop);
    if (!confirmed) return true;
    return (await settleIfOver(trx, wave)) || (await settleBroken(trx, wave)) ? tellSuccessor(trx, wave) : false;
  });
  services.doorbell.ring('events');
  services.doorbell.ring('outbox');
  return changed;
}

async function stopByOperator(trx: Trx, wave: WaveRow): Promise<void> {
  if ((await stopAsked(trx, wave.id)) !== null) return;
  await trx
    .insertInto('parley.stop_request')
    .values({ wave_id: wave.id, stop_id: 'operator', person_id: null, origin: 'operator' })
    .execute();
  await recordTimeline(trx, wave.id, 'stop_requested', { origin: 'operator' });
}

/** Whether no turn is left whose end is unknown. A turn that was unconfirmed when the person pressed Stop once more is given up. */
async function confirmTurns(trx: Trx, wave: WaveRow, stopPressed: boolean): Promise<boolean> {
  const open = await openTurns(trx, wave.id);
  let confirmed = true;
  for (const job of (await jobRows(trx, wave.id)).filter((candidate) =>
    open.some((turn) => turn.job_id === candidate.id && turn.attempt === candidate.attempt),
  )) {
    if (job.state === 'recovery_required' && stopPressed) await giveUp(trx, wave, job);
    else {
      confirmed = false;
      await loseTurn(trx, wave, job);
    }
  }
  return confirmed;
}

async function giveUp(trx: Trx, wave: WaveRow, job: JobRow): Promise<void> {
  const { role, state } = jobFacts(job);
  await endJob(trx, { wave, job }, decideEvidence({ role, state, attempt: job.attempt, stopRequested: true }, 'given_up'));
}

async function loseTurn(trx: Trx, wave: WaveRow, job: JobRow): Promise<void> {
  if ((job.state as JobState) === 'recovery_required') return;
  await recordTimeline(trx, wave.id, 'recovery_required', { code: 'workflow_gone' }, job.id);
  await moveJob(trx, job, 'recovery_required', { delivery: 'ambiguous' });
  await followJobs(trx, wave);
}

async function tellSuccessor(trx: Trx, wave: WaveRow): Promise<true> {
  const successor = await successorOf(trx, wave);
  if (successor !== null) await enqueue(trx, wave.conversation_id, successor, { kind: 'predecessor_settled' });
  return true;
}
