import { type Problem, statusOfKind } from '@parley/contracts';
import { type ErrorKind, ParleyError } from '@parley/domain';

export const titleOfKind = {
  invalid: 'The request is not valid',
  unauthenticated: 'Not signed in',
  forbidden: 'Not allowed',
  missing: 'Not found',
  conflict: 'Conflict',
  too_large: 'Too large',
  refused: 'Refused',
  limited: 'Too many requests',
  unavailable: 'Not available now',
  unknown_outcome: 'The outcome is not known',
  defect: 'Something went wrong on our side',
} as const satisfies Record<ErrorKind, string>;

export function problemOf(error: ParleyError, requestId: string): Problem {
  return {
    type: `urn:parley:problem:${error.code}`,
    title: titleOfKind[error.kind],
    status: statusOfKind[error.kind],
    code: error.code,
    detail: error.detail,
    errors: [...error.issues],
    requestId,
  };
}
