import type { Confidence, CorrectionOutcome, EvidenceStatus, ReviewOutcome, Severity } from '../vocabulary';

/** A place in a root, or a message, that an agent named as evidence. `valid`: null until a host or the API has looked. */
export type Citation =
  | { kind: 'path'; root: string; path: string; line: number; endLine: number | null; valid: boolean | null }
  | { kind: 'message'; messageId: string; valid: boolean | null };

/** What a host found for one citation of an output. `root` is the label as written, empty when none was. */
export interface CheckedCitation {
  root: string;
  path: string;
  line: number;
  endLine: number | null;
  valid: boolean;
}

export interface ParsedConcern {
  targetClaim: string;
  category: string;
  severity: Severity;
  confidence: Confidence;
  evidenceStatus: EvidenceStatus;
  reason: string;
  evidence: string;
  citations: Citation[];
  suggestedResolution: string;
}
/** A review as its reviewer wrote it, parsed and within its limits. */
export interface ParsedReview {
  outcome: ReviewOutcome;
  reviewedScope: string;
  limitations: string[];
  accessAvailable: boolean;
  concerns: ParsedConcern[];
}

export interface ConcernResolution {
  concernId: string;
  outcome: CorrectionOutcome;
  answer: string;
}
export interface ParsedCorrection {
  outcome: CorrectionOutcome;
  /** The complete replacement; null when abstained. */
  body: string | null;
  limitations: string[];
  resolutions: ConcernResolution[];
}

/** A parser's answer: the value, or what is wrong in sentences that hold no provider text. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; issues: string[] };

/** A concern ready to be stored. */
export interface ConcernRecord extends ParsedConcern {
  id: string;
  position: number;
  claimFound: boolean;
  accessAvailable: boolean;
  redundantOf: string | null;
  eligible: boolean;
}
