import { jobErrorText, type JobErrorCode } from '@parley/domain';
import type { TimelineKind, TimelineRow } from './timeline.repo';

const phases: Record<string, string> = { answer: 'Answering began', review: 'Reviews began', correct: 'The correction began' };
const outcomes: Record<string, string> = {
  answered: 'answered',
  reviewed: 'finished its review',
  corrected: 'finished its correction',
  abstained: 'abstained',
  failed: 'failed',
  stopped: 'stopped',
  stale: 'was not asked: the sources changed',
};
const settled: Record<string, string> = {
  complete: 'Complete',
  partial: 'Ended, partial',
  failed: 'Failed',
  stale: 'Ended: the sources changed',
  no_response: 'Ended without an answer',
  canceled: 'Stopped',
};
const evidence: Record<string, string> = { not_sent: 'was never sent', alive: 'is still running', unknown: 'has an unknown end' };

/** One sentence per row, from ids and codes: nothing that a person or an agent wrote is kept in a timeline. */
const texts: Record<TimelineKind, (row: TimelineRow, who: string) => string> = {
  accepted: () => 'Accepted',
  waiting_predecessor: () => 'Waits for the response before it',
  waiting_host: (row) => (row.detail.code === 'capacity' ? 'Waits for a free place on its host' : 'Waits for its host'),
  context_frozen: () => 'Sources and transcript frozen',
  gate_changed: () => 'The sources changed since they were seen; a person decides',
  gate_interrupted: () => 'Interrupted before agents started',
  continued: (row) => `${row.detail.name ?? 'Somebody'} chose to continue`,
  resumed: (row) => `${row.detail.name ?? 'Somebody'} chose to resume`,
  phase: (row) => phases[row.detail.phase ?? ''] ?? 'The next phase began',
  turn_sent: (_, who) => `${who} was asked`,
  turn_ended: (row, who) => `${who} ${ending(row.detail.code)}`,
  not_sent: (_, who) => `${who} was provably not asked; it is tried again`,
  stop_requested: (row) =>
    row.detail.origin === 'operator' ? 'An operator asked to stop' : `${row.detail.name ?? 'Somebody'} asked to stop`,
  stopping: () => 'Running turns are being interrupted',
  recovery_required: (_, who) => `The end of ${who} cannot be confirmed`,
  evidence: (row, who) => `The host says: the turn of ${who} ${evidence[row.detail.code ?? ''] ?? 'has news'}`,
  given_up: (_, who) => `The turn of ${who} was given up`,
  settled: (row) => settled[row.detail.code ?? ''] ?? 'Ended',
};

function ending(code: string | undefined): string {
  if (code === undefined) return 'ended';
  return outcomes[code] ?? `ended: ${jobErrorText(code as JobErrorCode)?.title ?? code}`;
}

export const timelineText = (row: TimelineRow, who: string): string => texts[row.kind](row, who);
