import { ParleyError } from '../errors';
import type { GateState, WaveState } from '../vocabulary';

/** What a person may ask of a wave. Stop is answered from every state; the others only where they mean something. */
export const waveCommands = ['stop', 'cancel', 'continue', 'resume'] as const;
export type WaveCommand = (typeof waveCommands)[number];

export interface WaveCommandFacts {
  state: WaveState;
  gate: GateState;
  stopRequested: boolean;
  /** Some job is `recovery_required`. */
  recovery: boolean;
}

/**
 * `request_stop`: write the stop request, move to `state`, signal the workflow.
 * `give_up`: the second Stop of a wave that cannot confirm its end: the unconfirmed turns are given up.
 * `nothing`: already so; answer with the wave as it is.
 * `cancel`, `confirm`, `resume_planning`, `look_again`: signal the workflow with that decision.
 */
export type WaveCommandEffect = 'request_stop' | 'give_up' | 'cancel' | 'confirm' | 'resume_planning' | 'look_again' | 'nothing';
export type WaveCommandDecision = { allowed: true; effect: WaveCommandEffect; state: WaveState } | { allowed: false; error: ParleyError };

export function decideWaveCommand(wave: WaveCommandFacts, command: WaveCommand): WaveCommandDecision {
  switch (command) {
    case 'stop':
      return stop(wave);
    case 'cancel':
      return cancel(wave);
    case 'continue':
      return decideContinue(wave);
    case 'resume':
      return resume(wave);
  }
}

function stop(wave: WaveCommandFacts): WaveCommandDecision {
  switch (wave.state) {
    case 'planned':
    case 'snapshotting':
    case 'queued':
    case 'running':
      return effect('request_stop', 'stop_requested');
    case 'stop_requested':
    case 'stopping':
      return wave.recovery ? effect('give_up', 'stopping') : effect('nothing', wave.state);
    case 'recovery_required':
      // A person who is told "cannot confirm" and presses Stop has chosen; asking twice would leave them stuck.
      return effect('give_up', 'stopping');
    case 'settled':
      return effect('nothing', 'settled');
  }
}

function cancel(wave: WaveCommandFacts): WaveCommandDecision {
  if (wave.state === 'settled') return effect('nothing', 'settled');
  if (wave.state === 'stop_requested' || wave.state === 'stopping') return effect('nothing', wave.state);
  if (wave.state === 'running' || wave.state === 'recovery_required')
    return refuse('action_unavailable', 'Agents have started. Use Stop instead.');
  return effect('cancel', 'stop_requested');
}

function decideContinue(wave: WaveCommandFacts): WaveCommandDecision {
  if (wave.stopRequested || wave.state !== 'planned')
    return refuse('action_unavailable', 'This response does not wait for a decision about its context.');
  if (wave.gate !== 'reconfirmation_required')
    return refuse('action_unavailable', 'This response does not wait for a decision about its context.');
  return effect('confirm', 'planned');
}

function resume(wave: WaveCommandFacts): WaveCommandDecision {
  if (wave.state === 'planned' && wave.gate === 'interrupted' && !wave.stopRequested) return effect('resume_planning', 'planned');
  if (wave.state === 'recovery_required') return effect('look_again', 'recovery_required');
  if (wave.recovery && (wave.state === 'stop_requested' || wave.state === 'stopping')) return effect('look_again', wave.state);
  return refuse('action_unavailable', 'There is nothing to resume here.');
}

const effect = (kind: WaveCommandEffect, state: WaveState): WaveCommandDecision => ({ allowed: true, effect: kind, state });
const refuse = (code: 'action_unavailable', detail: string): WaveCommandDecision => ({
  allowed: false,
  error: new ParleyError(code, detail),
});
