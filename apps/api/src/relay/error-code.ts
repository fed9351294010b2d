import { isGrpcServiceError } from '@temporalio/client';
import { ParleyError } from '@parley/domain';

const grpcCodes: Record<number, string> = {
  1: 'canceled',
  2: 'unknown',
  3: 'invalid_argument',
  4: 'deadline_exceeded',
  5: 'not_found',
  7: 'permission_denied',
  8: 'resource_exhausted',
  9: 'failed_precondition',
  13: 'internal',
  14: 'unavailable',
  16: 'unauthenticated',
};

/** A code that is safe to store and to log. SDK errors wrap the one that says why. */
export function errorCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ParleyError) return at.code;
    if (isGrpcServiceError(at)) return `temporal_${grpcCodes[at.code] ?? String(at.code)}`;
    if ('code' in at && typeof at.code === 'string') return at.code.slice(0, 40);
  }
  return error instanceof Error ? error.name.slice(0, 40) : 'unknown';
}
