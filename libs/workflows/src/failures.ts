import { type ErrorKind, ParleyError } from '@parley/domain';
import { ApplicationFailure } from '@temporalio/common';
import type { failureTypes } from './messages';

export type FailureType = (typeof failureTypes)[number];

/** How each kind of refusal looks in a history, and whether trying again can help. A defect retries: the next version may have mended it. */
const byKind = {
  invalid: { type: 'stale_state', nonRetryable: true },
  unauthenticated: { type: 'unavailable', nonRetryable: false },
  forbidden: { type: 'not_found', nonRetryable: true },
  missing: { type: 'not_found', nonRetryable: true },
  conflict: { type: 'stale_state', nonRetryable: true },
  refused: { type: 'stale_state', nonRetryable: true },
  too_large: { type: 'stale_state', nonRetryable: true },
  limited: { type: 'unavailable', nonRetryable: false },
  unavailable: { type: 'unavailable', nonRetryable: false },
  unknown_outcome: { type: 'unavailable', nonRetryable: false },
  defect: { type: 'defect', nonRetryable: false },
} as const satisfies Record<ErrorKind, { type: FailureType; nonRetryable: boolean }>;

/**
 * What an activity throws for a refusal. It must be told to the worker as this: the worker makes a failure of its own of any other error, of which a
 * converter sees no kind any more, and tries again for ever.
 */
export function activityFailure(error: unknown): unknown {
  if (!(error instanceof ParleyError)) return error;
  const { type, nonRetryable } = byKind[error.kind];
  return ApplicationFailure.create({ type, message: type, nonRetryable });
}
