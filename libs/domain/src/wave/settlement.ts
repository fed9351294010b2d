import { ParleyError } from '../errors';
import type { SettlementReason, WaveOutcome } from '../vocabulary';
import type { Settlement } from './wave-facts';

/** The only pairs that may be stored. */
export const settlementPairs = {
  complete: ['completed'],
  partial: ['completed', 'failed', 'stopped', 'superseded'],
  no_response: ['failed'],
  canceled: ['user_canceled', 'stopped', 'superseded'],
  stale: ['context_changed'],
  failed: ['failed'],
} as const satisfies { readonly [outcome in WaveOutcome]: readonly SettlementReason[] };

const pairs: { readonly [outcome in WaveOutcome]: readonly SettlementReason[] } = settlementPairs;

export const isSettlement = (settlement: Settlement): boolean => pairs[settlement.outcome].includes(settlement.reason);

/** @throws ParleyError `state_conflict` */
export function assertSettlement(settlement: Settlement): void {
  if (!isSettlement(settlement))
    throw new ParleyError('state_conflict', `A response cannot end ${settlement.outcome} because of ${settlement.reason}.`);
}
