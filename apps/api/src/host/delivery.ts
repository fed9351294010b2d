import type { PostDelivery, PostDraft, PutEvidence } from '@parley/contracts';
import { decideEvidence, type DeliveryState, deliveryPath, isDeliveryTransition, type JobState, limits, utf8Bytes } from '@parley/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { HostActor } from '../auth/actor';
import { withTransaction } from '../database/database';
import { enqueue } from '../relay/outbox.repo';
import { endJob } from '../waves/end-job';
import { stopAsked, wasAnnounced } from '../waves/load';
import { moveJob } from '../waves/move';
import { jsonb } from '../database/json';
import { recordTimeline } from '../waves/timeline.repo';
import { requireHost } from './require-host';
import { lockOpenTurn, over } from './turn';

interface TurnId {
  jobId: string;
  attempt: number;
}

/** Shows how far the delivery came. What it says is for people; only the journal of the host proves anything. */
export async function postDelivery(
  services: Services,
  actor: HostActor,
  { jobId, attempt }: TurnId,
  body: z.output<typeof PostDelivery>,
): Promise<{ stopRequested: boolean }> {
  const hostId = await requireHost(services.db, actor);
  const stopRequested = await withTransaction(services.db, async (trx) => {
    const [{ wave, job, turn }, stop] = await Promise.all([
      lockOpenTurn(trx, hostId, jobId, attempt),
      trx
        .selectFrom('parley.stop_request as stop')
        .innerJoin('parley.job as job', 'job.wave_id', 'stop.wave_id')
        .select('stop.stop_id')
        .where('job.id', '=', jobId)
        .limit(1)
        .executeTakeFirst(),
    ]);
    const shown =
      (body.delivery === 'sending' || body.delivery === 'acknowledged') && moves(job.delivery as DeliveryState, body.delivery)
        ? body.delivery
        : null;
    if (shown) {
      deliveryPath(job.delivery as DeliveryState, shown);
      const next = shown === 'acknowledged' ? 'running' : 'starting';
      // A turn that is being stopped, or is not confirmed, stays what it is: only its end changes that.
      const state: JobState =
        job.state === 'queued' || job.state === 'resolving_context' || job.state === 'starting' ? next : (job.state as JobState);
      await Promise.all([
        trx
          .updateTable('runtime.turn')
          .set({ delivery: shown, started_at: turn.started_at ?? services.now() })
          .where('job_id', '=', jobId)
          .where('attempt', '=', attempt)
          .execute(),
        moveJob(trx, job, state, {
          delivery: shown,
          started_at: job.started_at ?? services.now(),
          ...(body.attestation ? { attestation: jsonb(body.attestation) } : {}),
        }),
        shown === 'acknowledged' ? recordTimeline(trx, wave.id, 'turn_sent', {}, jobId) : null,
      ]);
    }
    return stop !== undefined;
  });
  services.doorbell.ring('events');
  return { stopRequested };
}

const order: readonly DeliveryState[] = ['not_sent', 'sending', 'acknowledged'];
const moves = (from: DeliveryState, to: DeliveryState): boolean =>
  isDeliveryTransition(from, to) || (order.includes(from) && order.indexOf(to) > order.indexOf(from));

/** Keeps the text so far. A batch that was overtaken changes nothing; the whole text is cut where a viewer would not read on. */
export async function postDraft(
  services: Services,
  actor: HostActor,
  { jobId, attempt }: TurnId,
  body: z.output<typeof PostDraft>,
): Promise<void> {
  const hostId = await requireHost(services.db, actor);
  const open = await services.db
    .selectFrom('runtime.turn')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('host_id', '=', hostId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (!open) throw over();
  const draft = cut(body.text.replaceAll('\u0000', ''));
  const values = {
    seq: body.seq,
    text: draft.text,
    truncated: body.truncated || draft.truncated,
    progress: body.progress,
    updated_at: sql<Date>`now()`,
  };
  await services.db
    .insertInto('runtime.turn_draft')
    .values({ job_id: jobId, attempt, ...values })
    .onConflict((conflict) => conflict.columns(['job_id', 'attempt']).doUpdateSet(values).where('runtime.turn_draft.seq', '<', body.seq))
    .execute();
  services.hub.publishDraft({ jobId, attempt });
}

function cut(text: string): { text: string; truncated: boolean } {
  if (utf8Bytes(text) <= limits.draftBytes) return { text, truncated: false };
  // A streaming decoder keeps back the bytes of a character that the cut has split.
  return { text: new TextDecoder().decode(Buffer.from(text).subarray(0, limits.draftBytes), { stream: true }), truncated: true };
}

/** What a journal proves about a turn that has no end. Proof of non-delivery opens the next attempt here; everything else is for the workflow. */
export async function putEvidence(
  services: Services,
  actor: HostActor,
  { jobId, attempt }: TurnId,
  body: z.output<typeof PutEvidence>,
): Promise<void> {
  const hostId = await requireHost(services.db, actor);
  await withTransaction(services.db, async (trx) => {
    const { wave, job } = await lockOpenTurn(trx, hostId, jobId, attempt);
    await recordTimeline(trx, wave.id, 'evidence', { code: body.kind }, jobId);
    if (body.kind === 'not_sent') {
      const stop = await stopAsked(trx, wave.id);
      await endJob(
        trx,
        { wave, job },
        decideEvidence(
          {
            role: job.role as 'answer',
            state: job.state as JobState,
            attempt,
            stopRequested: stop !== null,
            announced: await wasAnnounced(trx, jobId, attempt),
          },
          'not_sent',
        ),
      );
    }
    await enqueue(trx, wave.conversation_id, wave.id, { kind: 'turn_evidence', jobId, attempt, evidence: body.kind });
  });
  services.doorbell.ring('events');
  services.doorbell.ring('outbox');
}
