import type { Problem } from '@parley/contracts';
import { type ErrorKind, ParleyError } from '@parley/domain';

/** Kind to HTTP status; exhaustive, so a new kind does not compile without its status. */
export const statusOfKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_large: 413,
  refused: 422,
  limited: 429,
  unavailable: 503,
  unknown_outcome: 502,
  defect: 500,
} as const satisfies Record<ErrorKind, number>;

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
