/** What the connection itself proves about a turn's requests. */
export interface Delivery {
  /** Requests that were begun. */
  calls: number;
  /** Set by the first answer of the provider. */
  acknowledged: boolean;
  /** The first request could not even be connected: nothing was written, so nothing was delivered. */
  neverConnected: boolean;
}

const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The codes of an error, its causes and, where several addresses were tried, their errors. All must be about connecting. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const nested = [
    ...('errors' in error && Array.isArray(error.errors) ? (error.errors as unknown[]) : []),
    ...('cause' in error ? [error.cause] : []),
  ];
  return [...own, ...nested.flatMap(codesOf)];
}

export const isConnectFailure = (error: unknown): boolean => {
  const codes = codesOf(error);
  return codes.length > 0 && codes.every((code) => connectCodes.has(code));
};

/** `fetch` that watches: counts requests, tells the first answer, and follows no redirect, so that a key is sent to the configured place only. */
export function watchedFetch(delivery: Delivery, onAnswer: (requestId: string | null) => void, send: typeof fetch = fetch): typeof fetch {
  return async (url, options) => {
    delivery.calls += 1;
    const first = delivery.calls === 1;
    try {
      const response = await send(url, { ...options, redirect: 'error' });
      if (response.ok && !delivery.acknowledged) {
        delivery.acknowledged = true;
        onAnswer(response.headers.get('x-request-id'));
      }
      return response;
    } catch (error) {
      if (first && isConnectFailure(error)) delivery.neverConnected = true;
      throw error;
    }
  };
}
