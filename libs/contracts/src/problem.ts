import { errorCodes, type ErrorCode, type ErrorKind } from '@parley/domain';
import { z } from 'zod';

/** RFC 9457 problem document. `code` is stable; `type` is a URN made of it. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  requestId: z.string(),
});
export type Problem = z.infer<typeof Problem>;

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
