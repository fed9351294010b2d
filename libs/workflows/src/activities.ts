import type { AgentPolicy, RecoveryCode, TurnPhase } from '@parley/domain';

/** Everything that crosses Temporal: ids, hashes, enums, counts. A text, a name or a path here would be a leak. */

export interface WaveBrief {
  policy: AgentPolicy;
  conversationId: string;
  /** Fairness key of `runTurn`. */
  ownerId: string;
  /** No earlier wave of the conversation is unsettled. A signal only makes the workflow read this again. */
  predecessorSettled: boolean;
  /** A stop accepted before this workflow read its wave. */
  stopRequested: boolean;
  /** Hosts that must capture context, with the number of roots there; empty when the wave has no roots. */
  contextHostIds: string[];
  /** Link of the web page, for the Temporal UI. */
  link: string;
  turnDeadlineMs: number;
  settled: boolean;
}

export type Frozen =
  /** `step` spares the workflow its first `advanceWave`: a service that knows the step already hands it over. */
  | { gate: 'ready'; step?: WaveStep }
  | { gate: 'reconfirmation_required'; fingerprint: string }
  /** Planning cannot go on (context unreadable, nothing runnable); a person resumes or cancels. */
  | { gate: 'interrupted'; code: string };

export interface TurnRef {
  jobId: string;
  attempt: number;
  hostId: string;
}

export type LostTurn = TurnRef & { code: RecoveryCode };
/** What a wave is stored as waiting for. */
export type Waiting = 'predecessor' | 'host' | 'capacity' | 'workflow' | null;

/** What to do next, decided by `libs/domain` from the stored jobs. `lost` names the turns for a workflow that was started anew and has not seen them. */
export type WaveStep =
  { next: 'run'; phase: TurnPhase; turns: TurnRef[] } | { next: 'settle' } | { next: 'recover'; jobIds: string[]; lost?: LostTurn[] };

export interface Settled {
  outcome: string;
  /** The next wave of the conversation, to be signalled. */
  successorId: string | null;
}

export type TurnEnd =
  | { status: 'settled'; outcome: string; hash: string }
  /** The host was told to stop before or during the turn; its journal knows more: reconcile. */
  | { status: 'host_draining' }
  /** The journal has seen this (job, attempt): an operator's reset, or a repeated task. Reconcile. */
  | { status: 'already_known' };

export type Reconciled =
  { status: 'settled'; outcome: string; hash: string } | { status: 'not_sent' } | { status: 'alive' } | { status: 'unknown' };

/** Queue `curation`, served by the API. All idempotent by (id, expected state). */
export interface CurationActivities {
  loadWave(waveId: string): Promise<WaveBrief>;
  freezeContext(waveId: string): Promise<Frozen>;
  /** Records a person's Continue/Cancel/Resume as taken, if it still applies. */
  decideGate(
    waveId: string,
    decision: 'continue' | 'cancel' | 'resume',
    fingerprint: string | null,
  ): Promise<Frozen | { gate: 'canceled' }>;
  advanceWave(waveId: string): Promise<WaveStep>;
  recordStopping(waveId: string, origin: 'person' | 'operator'): Promise<void>;
  /**
   * `host`: no worker of this host picked up a turn (or the capture) within five seconds. Stored as `capacity` when the host is there and busy;
   * cleared by the first delivery of a turn, by `freezeContext`, or by `none`. Answers what is stored now.
   */
  recordWaiting(waveId: string, kind: 'predecessor' | 'host' | 'capacity' | 'none', hostId: string | null): Promise<Waiting>;
  recordRecovery(waveId: string, jobId: string, attempt: number, code: RecoveryCode): Promise<void>;
  /** Only for the reconcile path: `not_sent` allows a new attempt, `canceled` ends a job that never started, `given_up` ends one that a person gave up. */
  settleTurn(jobId: string, attempt: number, evidence: 'not_sent' | 'canceled_before_start' | 'given_up'): Promise<void>;
  settleWave(waveId: string): Promise<Settled>;
}

/** Queue `host.<hostId>.turns`. Attempted once. */
export interface TurnActivities {
  runTurn(turn: { jobId: string; attempt: number; waveId: string; deadlineMs: number }): Promise<TurnEnd>;
}

/** Queue `host.<hostId>.control`. */
export interface ControlActivities {
  captureContext(waveId: string): Promise<{ fingerprint: string }>;
  interruptTurn(turn: { jobId: string; attempt: number }): Promise<{ known: boolean }>;
  reconcileTurn(turn: { jobId: string; attempt: number }): Promise<Reconciled>;
}

/** Queue `curation`; started by the `reconcile` schedule each minute and once at start. */
export interface ReconcileActivities {
  reconcileAll(): Promise<{ repaired: number }>;
}
