import type { Client } from '@parley/client';
import { limits } from '@parley/domain';
import {
  type AgentRuntime,
  isGroupAlive,
  NotDelivered,
  OutcomeUnknown,
  type TurnEvent,
  type TurnResult,
  type TurnUsage,
} from '@parley/runtimes';
import type { TurnEnd } from '@parley/workflows';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isFinal, untilAnswered } from '../host/host-api';
import { type Journal, JournalUnwritable, steadyNow, type TurnKey } from '../journal/journal';
import type { Logger } from '../log';
import { checkCitations } from './citations';
import { createDeliveryNotes } from './delivery-notes';
import { createDrafts } from './drafts';
import type { Outbox } from './outbox';
import { compareRoots, type PrepareDeps, type Prepared, prepareTurn, type TurnAssignment } from './prepare';
import type { RunningTurn, RunningTurns } from './running-turns';
import { encodeTerminal, notDelivered, type Terminal, terminalOf } from './terminal';

export interface TurnDeps extends PrepareDeps {
  api: Client;
  journal: Journal;
  outbox: Outbox;
  running: RunningTurns;
  scratchDir: string;
  log: Logger;
  now: () => number;
  /** A turn whose group could not be proven gone goes on holding its slot. */
  onUnproven: (key: TurnKey) => void;
}
export interface TurnTask extends TurnKey {
  waveId: string;
  deadlineMs: number;
}
/** What Temporal's activity gives to a turn; a test gives something simpler. */
export interface TurnContext {
  heartbeat(phase: string): void;
  /** Aborted when Temporal cancels the task. */
  cancelled: AbortSignal;
}

/** How long a turn that has been told to end may take beyond the group's grace until its end is taken for unknown. */
const endMarginMs = 10_000;
/** How long a host that ends its turns waits for the API to take an end. */
const drainDeliveryMs = 3_000;

/**
 * One provider turn, from the claim in the journal to the end that the API has. It never throws for what a provider or a stop does: an interrupted
 * turn ends its group, tells its end and returns it. What is written to the journal always comes before what it announces.
 */
export async function runTurn(deps: TurnDeps, task: TurnTask, context: TurnContext): Promise<TurnEnd> {
  const { journal, running } = deps;
  const key = { jobId: task.jobId, attempt: task.attempt };
  if (running.draining) return { status: 'host_draining' };
  const claim = claimOf(journal, { ...key, waveId: task.waveId });
  if (claim === 'known') return { status: 'already_known' };
  const turn = running.enter(key);
  let phase = 'preparing';
  const beat = setInterval(() => context.heartbeat(phase), 1_000);
  const onCancel = (): void => turn.interrupt('stop');
  context.cancelled.addEventListener('abort', onCancel, { once: true });
  if (context.cancelled.aborted) onCancel();
  try {
    const terminal = claim === 'unwritable' ? await refuse(deps, key, turn) : await takeTurn(deps, task, turn, (next) => (phase = next));
    if (terminal === null) return { status: 'already_known' };
    const end = encodeTerminal(terminal);
    // An end that cannot be written down is still told: the API keeps it then.
    keep(deps, key, 'end', () => journal.terminal(key, end));
    phase = 'delivering';
    return await told(deps, key, end);
  } finally {
    clearInterval(beat);
    context.cancelled.removeEventListener('abort', onCancel);
    running.leave(key);
  }
}

function claimOf(journal: Journal, turn: TurnKey & { waveId: string }): 'new' | 'known' | 'unwritable' {
  try {
    return journal.begin(turn) ? 'new' : 'known';
  } catch (error) {
    if (error instanceof JournalUnwritable) return 'unwritable';
    throw error;
  }
}

/** A turn that cannot be journalled is not sent; the API learns that it was handed out, and why it ended. */
async function refuse({ api, log, now }: TurnDeps, key: TurnKey, turn: RunningTurn): Promise<Terminal | null> {
  log.error(key, 'turn refused: the journal cannot be written');
  try {
    await untilAnswered(() => api.call('getAssignment', { params: key }), turn.signal);
  } catch (error) {
    if (!isFinal(error) && !turn.signal.aborted) throw error;
    return null;
  }
  return notDelivered('journal_unwritable', { attestation: null, startedAt: null, finishedAt: new Date(now()).toISOString() });
}

async function told({ outbox, running }: TurnDeps, key: TurnKey, unwritten: string): Promise<TurnEnd> {
  const accepted = outbox.deliver(key, { unwritten }).then(({ outcome, hash }): TurnEnd => ({ status: 'settled', outcome, hash }));
  return Promise.race([
    accepted,
    running.drained.then(() => delay(drainDeliveryMs, undefined, { ref: false })).then((): TurnEnd => ({ status: 'host_draining' })),
  ]);
}

/** Null: the end is not known, or not ours to tell; the journal says which. */
async function takeTurn(deps: TurnDeps, task: TurnTask, turn: RunningTurn, enter: (phase: string) => void): Promise<Terminal | null> {
  const { api, journal, log, now } = deps;
  const key = { jobId: task.jobId, attempt: task.attempt };
  const at = (): Pick<Terminal, 'startedAt' | 'finishedAt'> => ({
    startedAt: instant(journal.get(key)?.startedAt ?? null),
    finishedAt: new Date(now()).toISOString(),
  });

  let assignment: TurnAssignment;
  try {
    assignment = await untilAnswered(() => api.call('getAssignment', { params: key }), turn.signal);
  } catch (error) {
    if (!isFinal(error) && !turn.signal.aborted) throw error;
    // Nothing was sent, and after this nothing can be: the reconcile path reads that here.
    journal.fence(key);
    return null;
  }
  const prepared = await prepareTurn(deps, assignment);
  if (typeof prepared === 'string') return notDelivered(prepared, { attestation: null, ...at() });
  const { attestation } = prepared;
  if (turn.signal.aborted) return notDelivered(null, { attestation, ...at() });

  enter('sending');
  try {
    journal.update(key, {
      runtimeId: prepared.runtime.id,
      startedAt: now(),
      deadlineAt: now() + assignment.deadlineMs,
      deadlineSteady: steadyNow() + assignment.deadlineMs,
      attestation: JSON.stringify(attestation),
    });
    const result = await send(deps, key, turn, assignment, prepared, enter);
    if (result.status === 'interrupted' && turn.cause === 'drain' && (await hadNoEffect(journal, key, prepared.runtime)))
      return { ...notDelivered(null, { attestation, ...at() }), reconciled: true };
    enter('checking');
    const checks =
      result.status === 'completed'
        ? { freshness: await compareRoots(deps.repositories, assignment), citations: await checkCitations(result.output, prepared.roots) }
        : { freshness: 'unknown' as const, citations: [] };
    return terminalOf(result, checks, turn.cause === 'drain', { attestation, ...at() });
  } catch (error) {
    const unwritable = [error, (error as Error).cause].some(
      (one) => one instanceof JournalUnwritable || (one as { code?: string })?.code === 'ENOSPC',
    );
    if (unwritable && journal.get(key)?.state === 'not_sent') {
      log.error({ err: error, ...key }, 'turn refused: the journal cannot be written');
      return notDelivered('journal_unwritable', { attestation, ...at() });
    }
    if (error instanceof NotDelivered) return notDelivered(turn.cause === null ? 'provider_unavailable' : null, { attestation, ...at() });
    log.warn({ err: error, ...key, reason: error instanceof OutcomeUnknown ? error.reason : undefined }, 'end of a turn not known');
    const row = journal.get(key);
    if (row?.state === 'not_sent') return notDelivered('internal_failure', { attestation, ...at() });
    if (row && row.pgid !== null && isGroupAlive(row.pgid, row.startTicks)) deps.onUnproven(key);
    return null;
  }
}

/** A turn that a shutdown ended and that reached nobody is taken up again when a host is back, instead of being lost. */
async function hadNoEffect(journal: Journal, key: TurnKey, runtime: AgentRuntime): Promise<boolean> {
  const row = journal.get(key);
  if (!row) return false;
  const delivery = row.state === 'acknowledged' ? 'acknowledged' : 'sending';
  const found = await runtime.reconcile({ ...row, delivery }).catch(() => null);
  return found?.status === 'not_delivered';
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

async function send(
  deps: TurnDeps,
  key: TurnKey,
  turn: RunningTurn,
  assignment: TurnAssignment,
  prepared: Prepared,
  enter: (phase: string) => void,
): Promise<TurnResult> {
  const { api, journal } = deps;
  const scratchDir = join(deps.scratchDir, `${key.jobId}-${key.attempt}`);
  await mkdir(scratchDir, { recursive: true, mode: 0o700 });
  const drafts = createDrafts((draft) => api.call('postDraft', { params: key, body: draft }));
  // For people who watch; it neither proves anything nor holds the turn up. A stop that was accepted meanwhile comes back with the answer.
  const notes = createDeliveryNotes((delivery) => {
    api.call('postDelivery', { params: key, body: { delivery, attestation: prepared.attestation } }).then(
      ({ stopRequested }) => stopRequested && turn.interrupt('stop'),
      () => undefined,
    );
  });
  let usage: TurnUsage | null = null;
  const emit = (event: TurnEvent): void => {
    switch (event.type) {
      case 'group':
        return journal.update(key, { pgid: event.pgid, startTicks: event.startTicks });
      case 'acknowledged':
        keep(deps, key, 'acknowledgement', () => {
          journal.update(key, { providerSessionId: event.providerSessionId, providerTurnId: event.providerTurnId });
          journal.acknowledged(key);
        });
        enter('acknowledged');
        return notes.tell('acknowledged');
      case 'delta':
        return assignment.role === 'review' ? undefined : drafts.delta(event.text);
      case 'progress':
        return drafts.progress(event.text);
      case 'usage':
        usage = event.usage;
        return keep(deps, key, 'usage', () => journal.update(key, { usage: JSON.stringify(event.usage) }));
    }
  };
  const beforeSend = async (): Promise<void> => {
    turn.signal.throwIfAborted();
    journal.sending(key);
    notes.tell('sending');
  };
  const deadline = setTimeout(() => turn.interrupt('deadline'), Math.min(assignment.deadlineMs, 2 ** 31 - 1));
  const abandoned = new AbortController();
  try {
    const input = {
      assignment,
      prompt: prepared.prompt,
      roots: prepared.roots,
      scratchDir,
      signal: turn.signal,
      killGraceMs: limits.killGraceMs,
    };
    const result = await Promise.race([prepared.runtime.send(input, beforeSend, emit), overdue(turn.signal, abandoned.signal)]);
    return { ...result, usage: result.usage ?? usage };
  } finally {
    clearTimeout(deadline);
    abandoned.abort();
    drafts.stop();
    notes.stop();
    await rm(scratchDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The request is with the provider, so nothing can be kept from happening any more: what cannot be written down is at least waited for. */
function keep({ log }: TurnDeps, key: TurnKey, what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof JournalUnwritable)) throw error;
    log.error({ err: error, ...key, what }, 'not written down');
  }
}

/** An adapter that does not come back from an interrupt must not hold the host for ever. */
async function overdue(interrupted: AbortSignal, over: AbortSignal): Promise<never> {
  if (!interrupted.aborted) await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
  await delay(limits.killGraceMs + endMarginMs, undefined, { signal: over });
  throw new OutcomeUnknown('interrupt_without_end');
}
