import type { Lens } from './engine/rank';
import type { EligibleConcern } from './engine/correct';

/** What the adapter hands to its child: one line of JSON. */
export interface EvidenceRequest {
  role: 'answer' | 'review' | 'correct';
  lens: Lens;
  question: string;
  target: { messageId: string; text: string } | null;
  concerns: EligibleConcern[];
  roots: Array<{ label: string; path: string }>;
  /** Texts of the prompt that hold earlier messages. */
  conversation: string[];
  /** The Git program. */
  git: string;
}
