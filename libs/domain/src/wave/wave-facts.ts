import type {
  AgentPolicy,
  CorrectionOutcome,
  DeliveryState,
  Freshness,
  GateState,
  JobErrorCode,
  JobRole,
  JobState,
  ProfileRole,
  ReviewOutcome,
  SettlementReason,
  TurnPhase,
  WaveOutcome,
  WaveState,
} from '../vocabulary';

/** A wave and its children as the decision reads them. Assignments are in order; for Team: Lead, Skeptic, Verifier. */
export interface WaveFacts {
  policy: AgentPolicy;
  state: WaveState;
  gate: GateState;
  /** A stop request or a cancel was accepted. */
  stopRequested: boolean;
  assignments: readonly { role: ProfileRole; participantRevisionId: string }[];
  /** The stored end, when the wave is settled already. */
  settlement: Settlement | null;
}

export type JobResultFacts =
  | { kind: 'answer'; messageId: string }
  | { kind: 'review'; outcome: ReviewOutcome; accessAvailable: boolean; limitations: readonly string[]; concernIds: readonly string[] }
  | { kind: 'correction'; outcome: CorrectionOutcome; limitations: readonly string[]; messageId: string | null };

export interface JobFacts {
  id: string;
  phase: TurnPhase;
  role: JobRole;
  /** Place within the phase, from 0: the assignment's index for answers, 0 Skeptic and 1 Verifier for reviews, 0 for the correction. */
  position: number;
  state: JobState;
  delivery: DeliveryState;
  freshness: Freshness | null;
  result: JobResultFacts | null;
  errorCode: JobErrorCode | null;
}

/** A concern as decisions and receipts read it. */
export interface ConcernFacts {
  id: string;
  jobId: string;
  eligible: boolean;
  outcome: CorrectionOutcome | null;
}

/** A job to create: unique by (wave, phase, position), so that creating twice is harmless. */
export interface JobPlan {
  phase: TurnPhase;
  role: JobRole;
  position: number;
  /** Index into the wave's assignments. */
  assignment: number;
  /** The answer under review or correction. */
  targetMessageId: string | null;
}

export interface Settlement {
  outcome: WaveOutcome;
  reason: SettlementReason;
}

/**
 * `run`: create the missing jobs, then dispatch them and the queued ones in `jobIds`.
 * `wait`: nothing to do before `jobIds` end; empty when a person is waited for (the gate).
 * `recover`: `jobIds` cannot be confirmed; only evidence or a person moves them.
 * `settle`: first cancel the jobs in `cancel` (never handed to a host), then write the settlement.
 */
export type NextStep =
  | { next: 'run'; phase: TurnPhase; create: JobPlan[]; jobIds: string[] }
  | { next: 'wait'; jobIds: string[] }
  | { next: 'recover'; jobIds: string[] }
  | { next: 'settle'; settlement: Settlement; cancel: string[] };
