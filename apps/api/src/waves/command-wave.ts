import { decideEvidence, decideWaveCommand, ParleyError, type WaveCommand, type WaveCommandEffect } from '@parley/domain';
import { requireConversationOf } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { jsonb } from '../database/json';
import { type Trx, withTransaction } from '../database/database';
import { enqueue } from '../relay/outbox.repo';
import { endJob } from './end-job';
import { factsOf, jobFacts, type LoadedWave, loadWaveRows } from './facts';
import { type WaveRow, waveRow } from './load';
import { changeWave, moveWave } from './move';
import { settleIfOver, successorOf } from './settle-wave';
import { stored, type StoredWaiting } from './stored';
import { recordTimeline } from './timeline.repo';

type Order =
  { command: 'stop'; stopId: string } | { command: 'continue'; fingerprint: string } | { command: 'cancel' } | { command: 'resume' };

/** A person's decision about a wave: row, state and outbox row in one transaction; the workflow hears of it afterwards. */
export async function commandWave(services: Services, actor: PersonActor, waveId: string, order: Order): Promise<void> {
  await withTransaction(services.db, async (trx) => {
    const found = await trx.selectFrom('parley.wave').select('conversation_id').where('id', '=', waveId).executeTakeFirst();
    await requireConversationOf(trx, actor, found?.conversation_id, 'write', { lock: true });
    const loaded = await loadWaveRows(trx, await waveRow(trx, waveId));
    const stopId = stopIdOf(order);
    if (stopId !== null && (await isKnownStop(trx, waveId, stopId))) return;
    const effect = decide(loaded, order.command);
    if (stopId !== null && loaded.wave.state !== 'settled')
      await trx
        .insertInto('parley.stop_request')
        .values({ wave_id: waveId, stop_id: stopId, person_id: actor.personId, origin: 'person' })
        .execute();
    await carryOut(trx, actor, loaded, effect, order);
  });
  services.doorbell.ring('events');
  services.doorbell.ring('outbox');
}

/** Cancel is the stop of a wave that has not started: the same row, the same end. */
const stopIdOf = (order: Order): string | null => (order.command === 'stop' ? order.stopId : order.command === 'cancel' ? 'cancel' : null);

async function isKnownStop(trx: Trx, waveId: string, stopId: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('parley.stop_request')
      .select('stop_id')
      .where('wave_id', '=', waveId)
      .where('stop_id', '=', stopId)
      .executeTakeFirst()) !== undefined
  );
}

function decide(loaded: LoadedWave, command: WaveCommand): WaveCommandEffect {
  const { wave, jobs } = factsOf(loaded);
  const decision = decideWaveCommand(
    {
      state: wave.state,
      gate: wave.gate,
      stopRequested: wave.stopRequested,
      recovery: jobs.some((job) => job.state === 'recovery_required'),
    },
    command,
  );
  if (!decision.allowed) throw decision.error;
  return decision.effect;
}

async function carryOut(trx: Trx, actor: PersonActor, loaded: LoadedWave, effect: WaveCommandEffect, order: Order): Promise<void> {
  const { wave } = loaded;
  switch (effect) {
    case 'nothing':
      return;
    case 'request_stop':
    case 'cancel':
    case 'give_up':
      await recordTimeline(trx, wave.id, 'stop_requested', { origin: 'person', name: actor.name });
      return requestStop(trx, loaded, stopIdOf(order) ?? 'cancel', effect === 'give_up');
    case 'confirm':
      // Only what the person saw is confirmed; the workflow looks at the sources once more and asks again if they changed since.
      if (order.command !== 'continue' || order.fingerprint !== wave.gate_fingerprint)
        throw new ParleyError('state_conflict', 'The sources changed again. Look at them once more before you continue.');
      return hand(trx, actor, wave, 'continue', order.fingerprint);
    case 'resume_planning':
    case 'look_again':
      return hand(trx, actor, wave, 'resume', null);
  }
}

/**
 * A wave of which no host has a turn ends here and now, with every host and Temporal away; the workflow, if there is one, finds it settled. Turns
 * that a host has can only be ended by it: those are for the workflow.
 */
export async function requestStop(trx: Trx, loaded: LoadedWave, stopId: string, giveUp = false): Promise<void> {
  const { wave, jobs } = loaded;
  if (!giveUp) await moveWave(trx, wave, 'stop_requested', { waiting: null });
  else if (wave.state !== 'stopping') await moveWave(trx, wave, 'stopping', { waiting: null });
  for (const job of jobs.filter((candidate) => candidate.state === 'queued')) {
    await endJob(
      trx,
      { wave, job },
      decideEvidence({ role: jobFacts(job).role, state: 'queued', attempt: job.attempt, stopRequested: true }, 'canceled_before_start'),
    );
  }
  const settled = await settleIfOver(trx, wave);
  await enqueue(trx, wave.conversation_id, wave.id, { kind: 'stop', stopId });
  const successor = settled ? await successorOf(trx, wave) : null;
  if (successor !== null) await enqueue(trx, wave.conversation_id, successor, { kind: 'predecessor_settled' });
}

/** Pressed twice is handed over once: the mark stays until the workflow has taken the decision. */
async function hand(
  trx: Trx,
  actor: PersonActor,
  wave: WaveRow,
  decision: 'continue' | 'resume',
  fingerprint: string | null,
): Promise<void> {
  if (wave.waiting !== null && stored<StoredWaiting>(wave.waiting).kind === 'workflow') return;
  await recordTimeline(trx, wave.id, decision === 'continue' ? 'continued' : 'resumed', { name: actor.name });
  await changeWave(trx, wave, {
    waiting: jsonb({ kind: 'workflow', since: new Date().toISOString(), hostId: null } satisfies StoredWaiting),
  });
  await enqueue(trx, wave.conversation_id, wave.id, { kind: 'context_decision', decision, fingerprint });
}
