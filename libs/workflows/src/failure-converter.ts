import { DefaultFailureConverter, type FailureConverter, type ProtoFailure } from '@temporalio/common';
import { failureTypes } from './messages';

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
  override errorToFailure(...args: Parameters<FailureConverter['errorToFailure']>): ProtoFailure {
    return scrub(super.errorToFailure(...args));
  }
}

/**
 * The one failure converter of every worker and client (`failureConverterPath`): histories hold no message, stack, details or foreign type.
 * Task failures of workflow code itself bypass every converter; workflow state holds ids only for that reason.
 */
export const failureConverter: FailureConverter = new ClosedFailureConverter();
