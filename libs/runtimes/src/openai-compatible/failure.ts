import type { TurnFailure } from '../port';

/** HTTP status → failure of a turn. Everything the provider answered with an error is known to have ended. */
export function failureOfStatus(status: number | undefined): TurnFailure {
  if (status === undefined) return 'provider_failed';
  if (status === 429) return 'provider_rate_limited';
  // 408, 409 and 425 speak of the moment, not of the request.
  if (status === 408 || status === 409 || status === 425) return 'provider_failed';
  return status >= 400 && status < 500 ? 'provider_refused' : 'provider_failed';
}

/** The status of an error of the AI library, by its shape: classes do not compare across module copies. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return 'cause' in error ? statusOf(error.cause) : undefined;
}
