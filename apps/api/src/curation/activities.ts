import { decideEvidence, isTerminalJob, type JobState, limits, ParleyError } from '@parley/domain';
import type { CurationActivities, Settled, WaveBrief } from '@parley/workflows';
import type { Services } from '../app/services';
import { onOneConnection, type Reader, type Trx, withTransaction } from '../database/database';
import { advance } from '../waves/advance';
import { endJob, followJobs } from '../waves/end-job';
import { freeze, refsOf, rootsAmong } from '../waves/freeze';
import { waveLink } from '../waves/link';
import { jobRows, lockJob, lockWave, stopAsked, wasAnnounced, type WaveRow, waveRow } from '../waves/load';
import { changeWave, moveJob, moveWave } from '../waves/move';
import { recordWaiting } from '../waves/record-waiting';
import { settleIfOver, successorOf } from '../waves/settle-wave';
import { recordTimeline } from '../waves/timeline.repo';

/**
 * The steps of a wave as its workflow calls them. Each is one transaction under the conversation's lock and may be called again at any time:
 * what is done already is answered as done. They take and give ids, hashes, enums and counts only.
 */
export function curationActivities(services: Services): CurationActivities {
  const { db } = services;

  /** One step on a locked wave; viewers are told after the commit. */
  const onWave = async <T>(waveId: string, step: (trx: Trx, wave: WaveRow) => Promise<T>): Promise<T> => {
    const result = await withTransaction(db, async (trx) => step(trx, (await lockWave(trx, waveId)).wave));
    services.doorbell.ring('events');
    return result;
  };

  return {
    async loadWave(waveId): Promise<WaveBrief> {
      const { wave, earlier, hasRoots, stop } = await onOneConnection(db, (reader) => briefOf(reader, waveId));
      return {
        policy: wave.policy as WaveBrief['policy'],
        conversationId: wave.conversation_id,
        ownerId: wave.owner_id,
        predecessorSettled: earlier === undefined,
        stopRequested: stop !== null,
        contextHostIds: hasRoots && wave.host_id !== null && wave.snapshot_id === null ? [wave.host_id] : [],
        link: waveLink(services.config.WEB_URL, wave.conversation_id, waveId),
        turnDeadlineMs: limits.turnDeadlineMs,
        settled: wave.state === 'settled',
      };
    },

    freezeContext: (waveId) =>
      onWave(waveId, async (trx, wave) => {
        if (wave.state === 'settled') return { gate: 'ready', step: { next: 'settle' } };
        const intent = await trx
          .selectFrom('parley.intent')
          .select('preview_fingerprint')
          .where('id', '=', wave.intent_id)
          .executeTakeFirstOrThrow();
        return freeze(trx, wave, intent.preview_fingerprint);
      }),

    decideGate: (waveId, decision, fingerprint) =>
      onWave(waveId, async (trx, wave) => {
        if (wave.state === 'settled') return { gate: 'canceled' };
        if (decision === 'cancel') {
          await trx
            .insertInto('parley.stop_request')
            .values({ wave_id: waveId, stop_id: 'cancel', person_id: null, origin: 'person' })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          return { gate: 'canceled' };
        }
        if (wave.snapshot_id !== null) return freeze(trx, wave, null);
        const intent = await trx
          .selectFrom('parley.intent')
          .select('preview_fingerprint')
          .where('id', '=', wave.intent_id)
          .executeTakeFirstOrThrow();
        // Continue is about one state of the sources; a Resume never confirmed a change.
        return freeze(trx, wave, decision === 'continue' ? fingerprint : intent.preview_fingerprint);
      }),

    advanceWave: (waveId) => onWave(waveId, (trx, wave) => advance(trx, wave)),

    recordStopping: (waveId, origin) =>
      onWave(waveId, async (trx, wave) => {
        if (wave.state === 'settled') return;
        if ((await stopAsked(trx, waveId)) === null) {
          await trx
            .insertInto('parley.stop_request')
            .values({ wave_id: waveId, stop_id: origin, person_id: null, origin })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          await recordTimeline(trx, waveId, 'stop_requested', { origin });
        }
        if (wave.state !== 'stopping') {
          await recordTimeline(trx, waveId, 'stopping');
          await moveWave(trx, wave, 'stopping', { waiting: null });
        }
        for (const job of await jobRows(trx, waveId)) {
          if (job.state === 'resolving_context' || job.state === 'starting' || job.state === 'running')
            await moveJob(trx, job, 'cancel_requested');
        }
      }),

    recordWaiting: (waveId, kind, hostId) => onWave(waveId, (trx, wave) => recordWaiting(trx, services.now(), wave, kind, hostId)),

    recordRecovery: (waveId, jobId, attempt, code) =>
      onWave(waveId, async (trx, wave) => {
        const { job } = await lockJob(trx, jobId);
        if (job.attempt !== attempt || isTerminalJob(job.state as JobState) || job.state === 'recovery_required') return;
        await recordTimeline(trx, waveId, 'recovery_required', { code }, jobId);
        await moveJob(trx, job, 'recovery_required', { delivery: 'ambiguous' });
        await followJobs(trx, wave);
        if (wave.waiting !== null) await changeWave(trx, wave, { waiting: null });
      }),

    async settleTurn(jobId, attempt, evidence): Promise<void> {
      await withTransaction(db, async (trx) => {
        const { wave, job } = await lockJob(trx, jobId);
        if (job.attempt !== attempt || isTerminalJob(job.state as JobState)) return;
        const stopRequested = (await stopAsked(trx, wave.id)) !== null;
        await endJob(
          trx,
          { wave, job },
          decideEvidence(
            {
              role: job.role as 'answer',
              state: job.state as JobState,
              attempt,
              stopRequested,
              announced: await wasAnnounced(trx, jobId, attempt),
            },
            evidence,
          ),
        );
      });
      services.doorbell.ring('events');
    },

    settleWave: (waveId) =>
      onWave(waveId, async (trx, wave): Promise<Settled> => {
        if (!(await settleIfOver(trx, wave))) throw new ParleyError('state_conflict', 'This response is not over yet.');
        return { outcome: wave.outcome ?? '', successorId: await successorOf(trx, wave) };
      }),
  };
}

async function briefOf(db: Reader, waveId: string) {
  const wave = await waveRow(db, waveId);
  const [earlier, refs, stop] = await Promise.all([
    db
      .selectFrom('parley.wave')
      .select('id')
      .where('conversation_id', '=', wave.conversation_id)
      .where('position', '<', wave.position)
      .where('state', '<>', 'settled')
      .limit(1)
      .executeTakeFirst(),
    refsOf(db, wave),
    stopAsked(db, waveId),
  ]);
  return { wave, earlier, stop, hasRoots: rootsAmong(refs).length > 0 };
}
