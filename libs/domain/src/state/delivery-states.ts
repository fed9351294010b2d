import { ParleyError } from '../errors';
import type { DeliveryState } from '../vocabulary';
import { assertTransition, isTransition, type StateTable, transitionPath } from './state-table';

/** `observation`: what was seen while it happened. `reconciliation`: what a host's journal or a provider proved afterwards. */
export type EvidenceKind = 'observation' | 'reconciliation';

/** The host's side: one turn of one job. */
export const deliveryTransitions = {
  not_sent: ['sending', 'not_delivered'],
  sending: ['acknowledged', 'not_delivered', 'ambiguous'],
  acknowledged: ['terminal', 'ambiguous'],
  ambiguous: ['acknowledged', 'not_delivered', 'terminal'],
  not_delivered: [],
  terminal: [],
} as const satisfies StateTable<DeliveryState>;

/** An interrupt has the same words and the same rules; it is sent at most once per explicit Stop. */
export const interruptTransitions = { ...deliveryTransitions };

const table: StateTable<DeliveryState> = deliveryTransitions;

function assertKnown(thing: string, from: DeliveryState, to: DeliveryState, kind: EvidenceKind): void {
  // Ambiguity is left only by proof: a late observation must not decide what could not be observed.
  if (from === 'ambiguous' && kind !== 'reconciliation')
    throw new ParleyError('state_conflict', `An ambiguous ${thing} needs proof to become ${to}.`);
  assertTransition(thing, table, from, to);
}

export const assertDeliveryTransition = (from: DeliveryState, to: DeliveryState, kind: EvidenceKind = 'observation'): void =>
  assertKnown('delivery', from, to, kind);
export const assertInterruptTransition = (from: DeliveryState, to: DeliveryState, kind: EvidenceKind = 'observation'): void =>
  assertKnown('interrupt', from, to, kind);
export const isDeliveryTransition = (from: DeliveryState, to: DeliveryState): boolean => isTransition(table, from, to);

/** The states to write, in order, when evidence of a later one arrives first. */
export const deliveryPath = (from: DeliveryState, to: DeliveryState): DeliveryState[] =>
  transitionPath('delivery', table, ['not_sent', 'sending', 'acknowledged'], [], from, to);
