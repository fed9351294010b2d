import { type ErrorKind, ParleyError } from '@parley/domain';
import { DefaultFailureConverter, type FailureConverter, type ProtoFailure } from '@temporalio/common';
import { failureTypes } from './messages';

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

/** Types that Temporal itself gives to a failure and that the workflow compares. */
const temporalTypes = new Set(['WorkerShutdown', 'ExternalWorkflowExecutionNotFound']);
const closedTypes = new Set<string>([...failureTypes, ...temporalTypes]);

/** Keeps of a failure only what the workflow decides by: its kind, and a type of the closed list. Everything else could carry a text or a path. */
function scrub(failure: ProtoFailure): ProtoFailure {
  const info = failure.applicationFailureInfo;
  const type = info ? (closedTypes.has(info.type ?? '') ? info.type : 'defect') : undefined;
  return {
    ...failure,
    message: type ?? '',
    stackTrace: '',
    encodedAttributes: undefined,
    cause: failure.cause ? scrub(failure.cause) : failure.cause,
    ...(info ? { applicationFailureInfo: { ...info, type, details: undefined } } : {}),
    ...(failure.activityFailureInfo ? { activityFailureInfo: { ...failure.activityFailureInfo, identity: '' } } : {}),
  };
}

class ClosedFailureConverter extends DefaultFailureConverter {
  override errorToFailure(...[error, ...rest]: Parameters<FailureConverter['errorToFailure']>): ProtoFailure {
    const failure = scrub(super.errorToFailure(error, ...rest));
    if (!(error instanceof ParleyError) || !failure.applicationFailureInfo) return failure;
    const known = byKind[error.kind];
    return { ...failure, message: known.type, applicationFailureInfo: { ...failure.applicationFailureInfo, ...known } };
  }
}

/**
 * The one failure converter of every worker and client (`failureConverterPath`): histories hold no message, stack, details or foreign type.
 * Task failures of workflow code itself bypass every converter; workflow state holds ids only for that reason.
 */
export const failureConverter: FailureConverter = new ClosedFailureConverter();
