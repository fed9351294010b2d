import { type Client, createClient, NoAnswerError, ProblemError } from '@parley/client';
import { setTimeout as delay } from 'node:timers/promises';

export const createHostApi = (baseUrl: string, token: string): Client =>
  createClient({ baseUrl, headers: { authorization: `Bearer ${token}` } });

/** The API has moved on: the turn is over, handed out again, or deleted with its conversation. Repeating cannot help. */
const final = new Set(['state_conflict', 'idempotency_conflict', 'not_found', 'request_invalid', 'body_too_large', 'limit_exceeded']);
export const isFinal = (error: unknown): error is ProblemError => error instanceof ProblemError && final.has(error.problem.code);
const canRepeat = (error: unknown): boolean => error instanceof NoAnswerError || error instanceof ProblemError;

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Repeats a call, idempotent on the other side, until it is answered, refused for good, or not wanted any more. */
export async function untilAnswered<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (isFinal(error) || !canRepeat(error)) throw error;
      onFailure(error);
    }
    await delay(pause, undefined, { signal });
  }
}
