import type { PersonWaveState, WaveState } from '../vocabulary';
import { assertTransition, type StateTable, transitionPath } from './state-table';

/** `snapshotting`: the first jobs are being made. `queued`: a job waits for its host. `running`: a turn was dispatched. */
export const waveTransitions = {
  planned: ['snapshotting', 'stop_requested', 'settled'],
  snapshotting: ['queued', 'stop_requested', 'recovery_required', 'settled'],
  queued: ['running', 'stop_requested', 'recovery_required', 'settled'],
  running: ['stop_requested', 'recovery_required', 'settled'],
  stop_requested: ['stopping', 'recovery_required', 'settled'],
  stopping: ['recovery_required', 'settled'],
  recovery_required: ['running', 'stopping', 'settled'],
  settled: [],
} as const satisfies StateTable<WaveState>;

const table: StateTable<WaveState> = waveTransitions;

export const assertWaveTransition = (from: WaveState, to: WaveState): void => assertTransition('wave', table, from, to);

/** The states to write, in order, to bring a wave to `to` by its normal course; empty when it is there. */
export const wavePath = (from: WaveState, to: WaveState): WaveState[] =>
  transitionPath('wave', table, ['planned', 'snapshotting', 'queued', 'running'], ['stop_requested'], from, to);

export interface ShownWave {
  state: WaveState;
  gate: 'open' | 'ready' | 'reconfirmation_required' | 'interrupted';
}

/** What a person is shown. `planned` means that a person is asked; a wave that only waits its turn is `queued`. */
export function personWaveState(wave: ShownWave): PersonWaveState {
  switch (wave.state) {
    case 'planned':
      return wave.gate === 'reconfirmation_required' || wave.gate === 'interrupted' ? 'planned' : 'queued';
    case 'snapshotting':
    case 'queued':
      return 'queued';
    case 'running':
      return 'running';
    case 'stop_requested':
    case 'stopping':
      return 'stopping';
    case 'recovery_required':
      return 'recovery_required';
    case 'settled':
      return 'settled';
  }
}
