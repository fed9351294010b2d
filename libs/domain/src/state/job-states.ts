import type { JobState } from '../vocabulary';
import { assertTransition, type StateTable, transitionPath } from './state-table';

export const jobTransitions = {
  queued: ['resolving_context', 'recovery_required', 'canceled'],
  resolving_context: ['starting', 'cancel_requested', 'recovery_required', 'failed', 'context_stale'],
  starting: ['running', 'cancel_requested', 'recovery_required', 'failed', 'context_stale'],
  running: ['cancel_requested', 'recovery_required', 'completed', 'failed', 'context_stale'],
  cancel_requested: ['recovery_required', 'completed', 'canceled'],
  recovery_required: ['cancel_requested', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
  context_stale: [],
} as const satisfies StateTable<JobState>;

const table: StateTable<JobState> = jobTransitions;

export const terminalJobStates = ['completed', 'failed', 'canceled', 'context_stale'] as const;
export const isTerminalJob = (state: JobState): boolean => table[state].length === 0;
export const assertJobTransition = (from: JobState, to: JobState): void => assertTransition('job', table, from, to);

/** The states to write, in order. A terminal may arrive before the progress that led to it: the steps between are proven by it. */
export const jobPath = (from: JobState, to: JobState): JobState[] =>
  transitionPath('job', table, ['queued', 'resolving_context', 'starting', 'running'], ['cancel_requested'], from, to);

/**
 * States from which a proven non-delivery may open the next attempt, which starts again as `queued` with delivery `not_sent`.
 * A new attempt is no transition of the old one: it is why the table above has no way back.
 */
export const retryableJobStates = ['queued', 'resolving_context', 'starting', 'recovery_required'] as const satisfies readonly JobState[];
