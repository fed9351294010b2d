import { attentionReason, conversationHeadline, type HeadlineText, type WaitKind, waveHeadline } from '@parley/domain';
import type { SummaryRow } from './summary-query';

/** What needs a person in this conversation, or null. */
export function attentionOf(row: SummaryRow): { reason: string; waveId: string | null } | null {
  if (row.wave_id === null || row.wave_state === null || row.wave_gate === null) return null;
  const reason = attentionReason([
    { state: row.wave_state, gate: row.wave_gate, outcome: row.wave_outcome, recovery: row.wave_unconfirmed === true, latest: true },
  ]);
  return reason === null ? null : { reason, waveId: row.wave_id };
}

/** The one line beside the title. */
export function headlineOf(row: SummaryRow): HeadlineText {
  const last =
    row.last_author_kind === null ? null : { authorName: shortName(row), text: row.last_text, corrected: row.last_job_role === 'correct' };
  return conversationHeadline({ wave: waveOf(row), last });
}

function waveOf(row: SummaryRow): HeadlineText | null {
  if (row.wave_state === null || row.wave_gate === null || row.wave_policy === null) return null;
  // A settled wave speaks through its last message, unless it needs somebody.
  if (row.wave_state === 'settled' && attentionOf(row) === null) return null;
  return waveHeadline({
    policy: row.wave_policy,
    state: row.wave_state,
    gate: row.wave_gate,
    phase: row.wave_phase,
    outcome: row.wave_outcome,
    reason: row.wave_reason,
    working: row.working ?? [],
    waiting: waitingOf(row),
  });
}

/** The short form of what `waitingFor` tells on the wave's own page. */
function waitingOf(row: SummaryRow): { kind: WaitKind; title: string } | null {
  if (row.wave_unconfirmed) return { kind: 'recovery', title: 'Cannot confirm the end' };
  if (row.wave_state === 'planned' && row.wave_gate === 'reconfirmation_required') return { kind: 'decision', title: '' };
  if (row.wave_state === 'planned' && row.wave_gate === 'interrupted') return { kind: 'resume', title: '' };
  if ((row.working ?? []).length > 0) return null;
  if (row.wave_waiting?.kind === 'host')
    return { kind: 'host', title: row.waiting_host === null ? 'Waiting for a host' : `Waiting for host ${row.waiting_host}` };
  if (row.wave_waiting?.kind === 'capacity')
    return {
      kind: 'capacity',
      title: row.waiting_host === null ? 'Waiting for a free place' : `Waiting for a free place on ${row.waiting_host}`,
    };
  if (row.wave_waiting?.kind === 'predecessor') return { kind: 'predecessor', title: 'Waiting for the response before it' };
  return null;
}

/** A rail has little room: people go by their first name. */
const shortName = (row: SummaryRow): string => {
  const name = row.last_author ?? 'Parley';
  return row.last_author_kind === 'person' ? (name.split(/\s/)[0] ?? name) : name;
};
