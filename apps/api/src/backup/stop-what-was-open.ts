import { isTerminalJob, type JobState } from '@parley/domain';
import { sql } from 'kysely';
import type { Trx } from '../database/database';
import { enqueue } from '../relay/outbox.repo';
import { followJobs } from '../waves/end-job';
import { type JobRow, jobRows, type WaveRow } from '../waves/load';
import { moveJob, moveWave } from '../waves/move';
import { settleIfOver } from '../waves/settle-wave';
import { recordTimeline } from '../waves/timeline.repo';

const stopId = 'restore';

/**
 * What was under way when the backup was made may have been answered, sent or stopped since, and none of that is known here. So every such response is
 * stopped, as by an operator: one that no host had ends at once; a turn that a host may have had waits for what its journal can prove, or for a person.
 * Nothing is sent: to ask once more is a person's decision.
 */
export async function stopWhatWasOpen(trx: Trx): Promise<{ settled: number; asked: number }> {
  await sql`update parley.workspace set restored_at = now()`.execute(trx);
  await trx.updateTable('parley.host').set({ running: 0 }).execute();
  // Its signals were for the workflows of that time.
  await trx.deleteFrom('parley.outbox').where('delivered_at', 'is', null).execute();
  const waves = await trx
    .selectFrom('parley.wave')
    .selectAll()
    .where('state', '<>', 'settled')
    .orderBy('conversation_id')
    .orderBy('position')
    .execute();
  let settled = 0;
  for (const wave of waves) if (await stopWave(trx, wave)) settled += 1;
  return { settled, asked: waves.length - settled };
}

async function stopWave(trx: Trx, wave: WaveRow): Promise<boolean> {
  await trx
    .insertInto('parley.stop_request')
    .values({ wave_id: wave.id, stop_id: stopId, person_id: null, origin: 'operator' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await recordTimeline(trx, wave.id, 'stop_requested', { origin: 'operator', code: 'restored' });
  const open = (await jobRows(trx, wave.id)).filter((job) => !isTerminalJob(job.state as JobState));
  if (wave.state === 'recovery_required') await moveWave(trx, wave, 'stopping', { waiting: null });
  else if (wave.state !== 'stopping' && wave.state !== 'stop_requested') await moveWave(trx, wave, 'stop_requested', { waiting: null });
  for (const job of open) await loseTurn(trx, wave, job);
  await followJobs(trx, wave);
  if (await settleIfOver(trx, wave)) return true;
  // A new run, whatever Temporal still knows of the old one: it asks the hosts what became of the turns.
  await enqueue(trx, wave.conversation_id, wave.id, { kind: 'start_wave', again: true });
  return false;
}

/** Also one that no host had been given yet: it may have been, since. */
async function loseTurn(trx: Trx, wave: WaveRow, job: JobRow): Promise<void> {
  await trx
    .insertInto('runtime.turn')
    .values({ job_id: job.id, attempt: job.attempt, host_id: job.host_id ?? wave.host_id ?? '', wave_id: wave.id, delivery: 'ambiguous' })
    .onConflict((conflict) => conflict.columns(['job_id', 'attempt']).doNothing())
    .execute();
  if ((job.state as JobState) === 'recovery_required') return;
  await recordTimeline(trx, wave.id, 'recovery_required', { code: 'restored' }, job.id);
  await moveJob(trx, job, 'recovery_required', { delivery: 'ambiguous' });
}
