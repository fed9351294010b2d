import type { PutTerminal, TerminalAccepted } from '@parley/contracts';
import {
  canonicalJson,
  type ConcernRecord,
  decideConcerns,
  decideTerminal,
  type EvidenceStatus,
  isTerminalJob,
  type JobState,
  type ParsedReview,
  ParleyError,
  type TurnOutcome,
} from '@parley/domain';
import { filterOutput, parseCorrection, parseReview } from '@parley/prompts';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { HostActor } from '../auth/actor';
import { type Trx, withTransaction } from '../database/database';
import { sha256 } from '../messages/sha256';
import { enqueue } from '../relay/outbox.repo';
import { endJob } from '../waves/end-job';
import { transcriptOf } from '../waves/freeze';
import { concernRows, type JobRow, stopAsked, type WaveRow } from '../waves/load';
import { jsonb } from '../database/json';
import { waveOutputBytes } from '../waves/output-bytes';
import { stored } from '../waves/stored';
import { requireHost } from './require-host';
import { lockTurn, over } from './turn';

type Terminal = z.output<typeof PutTerminal>;
type Accepted = z.input<typeof TerminalAccepted>;

/**
 * The end of a turn, in one transaction: the host's word as it is, then the job with what it gives to the conversation. Idempotent by
 * (job, attempt, hash of the body): the same end again gets the same answer, another end of the same attempt is refused.
 */
export async function putTerminal(
  services: Services,
  actor: HostActor,
  id: { jobId: string; attempt: number },
  body: Terminal,
): Promise<Accepted> {
  const hostId = await requireHost(services.db, actor);
  const hash = sha256(canonicalJson(body));
  let hasNews = false;
  const accepted = await withTransaction(services.db, async (trx): Promise<Accepted> => {
    const { wave, job, turn } = await lockTurn(trx, hostId, id.jobId, id.attempt);
    if (!turn) throw over();
    if (turn.terminal_hash !== null) {
      if (turn.terminal_hash !== hash) throw new ParleyError('idempotency_conflict', 'Another end of this attempt is stored.');
      return { outcome: turn.outcome as TurnOutcome, hash };
    }
    // Ended without its host (given up, or proven not sent): the late end is kept as evidence and changes nothing that people saw.
    if (turn.finished_at !== null || job.attempt !== id.attempt || isTerminalJob(job.state as JobState)) {
      await keepTerminal(trx, id, body, hash);
      return { outcome: (turn.outcome ?? 'stopped') as TurnOutcome, hash };
    }
    hasNews = job.state === 'recovery_required' || body.reconciled === true;
    const [outcome] = await Promise.all([settle(trx, services, wave, job, body), keepTerminal(trx, id, body, hash)]);
    // The workflow does not wait for this turn's task any more, but for evidence.
    if (hasNews)
      await enqueue(trx, wave.conversation_id, wave.id, {
        kind: 'turn_evidence',
        jobId: job.id,
        attempt: id.attempt,
        evidence: outcome === 'not_sent' ? 'not_sent' : 'terminal',
      });
    return { outcome, hash };
  });
  services.doorbell.ring('events');
  if (hasNews) services.doorbell.ring('outbox');
  return accepted;
}

async function keepTerminal(trx: Trx, id: { jobId: string; attempt: number }, body: Terminal, hash: string): Promise<void> {
  await trx
    .updateTable('runtime.turn')
    .set({ terminal: jsonb(body), terminal_hash: hash })
    .where('job_id', '=', id.jobId)
    .where('attempt', '=', id.attempt)
    .execute();
}

async function settle(trx: Trx, services: Services, wave: WaveRow, job: JobRow, body: Terminal): Promise<TurnOutcome> {
  const output = body.status === 'completed' ? body.output : null;
  const role = job.role as 'answer' | 'review' | 'correct';
  const correction = output !== null && role === 'correct' ? parseCorrection(output) : undefined;
  const [stop, outputBytes] = await Promise.all([stopAsked(trx, wave.id), waveOutputBytes(trx, wave.id)]);
  const decision = decideTerminal({
    job: { role, state: job.state as JobState, attempt: job.attempt, stopRequested: stop !== null },
    terminal: {
      status: body.status,
      output: body.output,
      errorCode: body.errorCode,
      freshness: body.freshness,
      reconciled: body.reconciled,
    },
    ...(output !== null && role === 'answer' ? { answer: filterOutput(output) } : {}),
    ...(output !== null && role === 'review' ? { review: parseReview(output) } : {}),
    ...(correction ? { correction } : {}),
    targetMessageId: job.target_message_id,
    waveOutputBytes: outputBytes,
  });
  const concerns =
    decision.kind === 'end' && decision.review ? await judgeReview(trx, services, wave, job, decision.review, body.citations) : [];
  await endJob(trx, { wave, job }, decision, {
    usage: body.usage,
    attestation: body.attestation,
    startedAt: body.startedAt,
    finishedAt: body.finishedAt,
    concerns,
  });
  return decision.outcome;
}

async function judgeReview(
  trx: Trx,
  services: Services,
  wave: WaveRow,
  job: JobRow,
  review: ParsedReview,
  checked: Terminal['citations'],
): Promise<ConcernRecord[]> {
  const [target, concerns, transcript] = await Promise.all([
    trx
      .selectFrom('parley.message')
      .select(['id', 'body'])
      .where('id', '=', job.target_message_id ?? '')
      .executeTakeFirstOrThrow(),
    concernRows(trx, wave.id),
    transcriptOf(trx, wave),
  ]);
  const earlier = concerns.map((row) => ({
    id: row.id,
    redundantOf: row.redundant_of,
    targetClaim: row.target_claim,
    category: row.category,
    severity: row.severity as ConcernRecord['severity'],
    confidence: row.confidence as ConcernRecord['confidence'],
    evidenceStatus: row.evidence_status as EvidenceStatus,
    reason: row.reason,
    evidence: row.evidence,
    citations: stored<ConcernRecord['citations']>(row.citations),
    suggestedResolution: row.suggested_resolution,
  }));
  return decideConcerns({
    review,
    targetText: target.body ?? '',
    checked,
    visibleMessageIds: [...transcript.messageIds, target.id],
    earlier,
    nextId: () => services.newId('concern'),
  });
}
