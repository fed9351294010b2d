import { errorCodes, type ErrorCode } from '@parley/domain';
import { z } from 'zod';

/** RFC 9457 problem document. `code` is stable; `type` is a URN made of it. */
export const Problem = z.object({
  type: z.string(), title: z.string(), status: z.number().int(), code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]), detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })), requestId: z.string(),
});
export type Problem = z.infer<typeof Problem>;
