import type { Assignment, RuntimeReport, attestationLevels } from '@parley/contracts';
import type { z } from 'zod';

/** A root as this host knows it. `path` is absolute and real; it never leaves the host but inside the prompt. */
export interface RuntimeRoot {
  repositoryId: string;
  label: string;
  path: string;
}

export interface TurnInput {
  assignment: z.infer<typeof Assignment>;
  /** The assembled prompt, filesystem guide included. */
  prompt: string;
  roots: readonly RuntimeRoot[];
  /** A writable folder of this turn alone; removed when the turn has ended. */
  scratchDir: string;
  /**
   * Aborted for a stop, a deadline, or a drain: interrupt, prove the end, and report a terminal. A reason named `TimeoutError` (what
   * `AbortSignal.timeout` gives) means the deadline and ends as `failed`/`deadline_exceeded`; every other reason ends as `interrupted`.
   * Adapters watch `assignment.deadlineMs` as well, so that a caller without a timer cannot run a turn for ever.
   */
  signal: AbortSignal;
  /** Time from SIGTERM to SIGKILL of the turn's process group, milliseconds. */
  killGraceMs: number;
}

export interface TurnUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  reasoningTokens: number | null;
  modelCalls: number | null;
  costUsd: number | null;
}

/**
 * What a turn tells while it runs. `group` must come before the provider can have been asked; the host journals it at once. `delta` is text for
 * people who watch: of an answer its output, of a correction its body, of a review nothing (its `progress` says enough).
 */
export type TurnEvent =
  | { type: 'group'; pgid: number; startTicks: string | null }
  | { type: 'acknowledged'; providerSessionId: string | null; providerTurnId: string | null }
  | { type: 'delta'; text: string }
  | { type: 'progress'; text: string }
  | { type: 'usage'; usage: TurnUsage };

export type TurnResult =
  | { status: 'completed'; output: string; usage: TurnUsage | null }
  | {
      status: 'failed';
      code:
        | 'provider_unavailable'
        | 'provider_refused'
        | 'provider_rate_limited'
        | 'provider_failed'
        | 'output_missing'
        | 'output_too_large'
        | 'deadline_exceeded'
        | 'internal_failure';
      usage: TurnUsage | null;
    }
  | { status: 'interrupted'; partial: string | null; usage: TurnUsage | null };

/** Proof that the provider never got the request: the only error that allows another attempt. */
export class NotDelivered extends Error {
  readonly reason: string;
  constructor(reason: string, options?: { cause?: unknown }) {
    super('not delivered', options);
    this.name = 'NotDelivered';
    this.reason = reason;
  }
}
/** The request may have been delivered and its end is not known. Never answered by sending again. */
export class OutcomeUnknown extends Error {
  readonly reason: string;
  constructor(reason: string, options?: { cause?: unknown }) {
    super('outcome unknown', options);
    this.name = 'OutcomeUnknown';
    this.reason = reason;
  }
}

/** The failure codes a turn can end with, for tables that map a provider's errors. */
export type TurnFailure = Extract<TurnResult, { status: 'failed' }>['code'];

export type AttestationLevel = (typeof attestationLevels)[number];

/** What the journal kept of a turn whose host process died. */
export interface JournalledTurn {
  jobId: string;
  attempt: number;
  delivery: 'sending' | 'acknowledged';
  pgid: number | null;
  startTicks: string | null;
  providerSessionId: string | null;
  providerTurnId: string | null;
}
export type ReconcileResult =
  { status: 'not_delivered' } | { status: 'terminal'; result: TurnResult } | { status: 'alive' } | { status: 'unknown' };

/**
 * One agent runtime on one host. Implementations live in folders of their own and never import each other.
 * `send` resolves when the turn has ended and its process group is proven gone; it throws `NotDelivered` or `OutcomeUnknown`, nothing else by design.
 * `beforeSend` must be awaited directly before the provider can be asked (the host journals `sending` there).
 */
export interface AgentRuntime {
  readonly id: string;
  describe(): Promise<RuntimeReport>;
  attest(input: Pick<TurnInput, 'roots'>): Promise<{ level: AttestationLevel; detail: string }>;
  send(input: TurnInput, beforeSend: () => Promise<void>, emit: (event: TurnEvent) => void): Promise<TurnResult>;
  /** What can be said of a turn that outlived its host process. Without a group alive and without a provider record: `unknown`, or `not_delivered` when the runtime has no effect outside its own process. */
  reconcile(turn: JournalledTurn): Promise<ReconcileResult>;
}
