import type { TurnInput } from './port';

/** The caller's signal joined with the turn's own deadline. */
export function turnSignal(input: Pick<TurnInput, 'signal' | 'assignment'>): AbortSignal {
  // A timer of Node holds at most 2^31-1 ms; a longer deadline is as good as that one.
  return AbortSignal.any([input.signal, AbortSignal.timeout(Math.min(input.assignment.deadlineMs, 2 ** 31 - 1))]);
}

/** Why an aborted signal was aborted. */
export function abortCause(signal: AbortSignal): 'deadline' | 'interrupt' {
  const reason: unknown = signal.reason;
  // By name, not by class: the platform's DOMException need not be the Error of this realm.
  return typeof reason === 'object' && reason !== null && 'name' in reason && reason.name === 'TimeoutError' ? 'deadline' : 'interrupt';
}
