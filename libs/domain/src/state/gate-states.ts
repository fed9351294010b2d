import type { GateState } from '../vocabulary';
import { assertTransition, type StateTable } from './state-table';

/** `ready` is final: a later change of the context is found by the freshness checks of each turn. */
export const gateTransitions = {
  open: ['ready', 'reconfirmation_required', 'interrupted'],
  reconfirmation_required: ['ready', 'reconfirmation_required', 'interrupted'],
  interrupted: ['open', 'ready', 'reconfirmation_required', 'interrupted'],
  ready: [],
} as const satisfies StateTable<GateState>;

const table: StateTable<GateState> = gateTransitions;
export const assertGateTransition = (from: GateState, to: GateState): void => assertTransition('context gate', table, from, to);

export interface GateFacts {
  /** Fingerprint of the preview that the sender saw; null when there was none: the first frozen state is taken as seen. */
  seenFingerprint: string | null;
  /** Fingerprint of what was captured now. */
  fingerprint: string;
  /** Reasons by root label for roots that could not be read. */
  unreadable: readonly { label: string; reason: string }[];
}
export type GateDecision =
  { gate: 'ready' } | { gate: 'reconfirmation_required'; fingerprint: string } | { gate: 'interrupted'; code: 'context_unavailable' };

/** After a capture. An unreadable root never narrows the context silently: planning stops and a person resumes or cancels. */
export function decideGate(facts: GateFacts): GateDecision {
  if (facts.unreadable.length > 0) return { gate: 'interrupted', code: 'context_unavailable' };
  if (facts.seenFingerprint !== null && facts.seenFingerprint !== facts.fingerprint)
    return { gate: 'reconfirmation_required', fingerprint: facts.fingerprint };
  return { gate: 'ready' };
}
