import { decideWaveCommand, type WaveCommandFacts } from '../state/wave-commands';
import type { WaveOutcome } from '../vocabulary';

/** What clients show: the allowed actions, and each refused one with its reason. */
export interface Actions<A extends string> {
  allowedActions: A[];
  blocked: { [action: string]: { code: string; detail: string } };
}

export const waveActionNames = ['stop', 'continue', 'cancel', 'resume', 'retry'] as const;
export type WaveAction = (typeof waveActionNames)[number];

export interface WaveActionFacts extends WaveCommandFacts {
  outcome: WaveOutcome | null;
  archived: boolean;
  /** Whether the asking person may write in the conversation. */
  mayWrite: boolean;
}

/** `cancel` before agents have started, `stop` after; both commands are accepted by the API in either case. */
export function waveActions(wave: WaveActionFacts): Actions<WaveAction> {
  return collect(waveActionNames, (action) => (wave.mayWrite ? refusal(wave, action) : readOnly));
}

function refusal(wave: WaveActionFacts, action: WaveAction): string | undefined {
  switch (action) {
    case 'retry':
      return retryRefusal(wave);
    case 'stop': {
      if (wave.state === 'settled') return 'This response has ended.';
      const decision = decideWaveCommand(wave, 'stop');
      return decision.allowed && decision.effect === 'nothing' ? 'It is being stopped already.' : undefined;
    }
    case 'cancel': {
      if (wave.state === 'settled') return 'This response has ended.';
      const decision = decideWaveCommand(wave, 'cancel');
      if (!decision.allowed) return decision.error.detail;
      return decision.effect === 'nothing' ? 'It is being stopped already.' : undefined;
    }
    case 'continue':
    case 'resume': {
      const decision = decideWaveCommand(wave, action);
      return decision.allowed ? undefined : decision.error.detail;
    }
  }
}

function retryRefusal(wave: WaveActionFacts): string | undefined {
  if (wave.state !== 'settled' || wave.outcome === null) return 'This response has not ended yet.';
  if (wave.outcome === 'complete') return 'This response is complete.';
  if (wave.outcome === 'canceled') return 'This response was stopped on purpose. Send the question again if you want an answer.';
  return wave.archived ? 'This conversation is archived.' : undefined;
}

export const readOnly = 'You can read this conversation, not write in it.';

export function collect<A extends string>(names: readonly A[], why: (action: A) => string | undefined): Actions<A> {
  const actions: Actions<A> = { allowedActions: [], blocked: {} };
  for (const action of names) {
    const detail = why(action);
    if (detail === undefined) actions.allowedActions.push(action);
    else actions.blocked[action] = { code: 'action_unavailable', detail };
  }
  return actions;
}
