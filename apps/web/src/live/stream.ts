import { type Client, ProblemError, type StreamEvent } from '@parley/client';

export type StreamState = 'connecting' | 'open' | 'lost' | 'ended';
export interface StreamOptions {
  client: Pick<Client, 'events'>;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  onState: (state: StreamState) => void;
  /** Waits; a parameter so that tests need no clock. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const firstWaitMs = 300;
const longestWaitMs = 10_000;

/**
 * Keeps one event stream open. After a loss it resumes behind the last event it handled; a cursor that the server no longer accepts is dropped,
 * and the screen is told to read everything again.
 */
export async function keepStream(options: StreamOptions): Promise<void> {
  let after: string | undefined;
  let failures = 0;
  options.onState('connecting');
  while (!options.signal.aborted) {
    let ended = false;
    try {
      await options.client.events({
        ...(after === undefined ? {} : { after }),
        signal: options.signal,
        onEvent: (event) => {
          if (failures > 0 || after === undefined) options.onState('open');
          failures = 0;
          if ('id' in event && event.id !== '') after = event.id;
          if (event.kind === 'reset') after = undefined;
          if (event.kind === 'closing' && event.data.reason === 'rights_ended') ended = true;
          options.onEvent(event);
        },
      });
    } catch (error) {
      if (error instanceof ProblemError) {
        if (error.problem.code === 'unauthenticated') ended = true;
        if (error.problem.code === 'cursor_invalid') {
          after = undefined;
          options.onEvent({ kind: 'reset', data: { reason: 'cursor_invalid' } });
        }
      }
    }
    if (options.signal.aborted) return;
    if (ended) return options.onState('ended');
    failures += 1;
    options.onState(failures > 1 ? 'lost' : 'connecting');
    await options.wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2), options.signal);
  }
}
