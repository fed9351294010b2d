import { type RecoveryCode, recoveryCodes } from '@parley/domain';
import { sql } from 'kysely';
import type { Reader, Trx } from '../database/database';
import { jsonb } from '../database/json';
import { stored } from './stored';

/** What the timeline of a wave may say. The sentences are made when it is read; a row holds ids, codes and names of hosts only. */
export const timelineKinds = [
  'accepted',
  'waiting_predecessor',
  'waiting_host',
  'context_frozen',
  'gate_changed',
  'gate_interrupted',
  'continued',
  'resumed',
  'phase',
  'turn_sent',
  'turn_ended',
  'not_sent',
  'stop_requested',
  'stopping',
  'recovery_required',
  'evidence',
  'given_up',
  'settled',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];
export interface TimelineDetail {
  code?: string;
  phase?: string;
  origin?: string;
  hostId?: string;
  name?: string;
}

/** Under the conversation's lock, so that `n` counts without gaps. */
export async function recordTimeline(
  trx: Trx,
  waveId: string,
  kind: TimelineKind,
  detail: TimelineDetail = {},
  jobId: string | null = null,
): Promise<void> {
  await trx
    .insertInto('parley.wave_timeline')
    .values({
      wave_id: waveId,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from parley.wave_timeline where wave_id = ${waveId})`,
      kind,
      job_id: jobId,
      detail: jsonb(detail),
    })
    .execute();
}

export interface TimelineRow {
  at: Date;
  kind: TimelineKind;
  jobId: string | null;
  detail: TimelineDetail;
}
export async function timelineRows(db: Reader, waveId: string): Promise<TimelineRow[]> {
  const rows = await db.selectFrom('parley.wave_timeline').selectAll().where('wave_id', '=', waveId).orderBy('n').execute();
  return rows.map((row) => ({ at: row.at, kind: row.kind as TimelineKind, jobId: row.job_id, detail: stored<TimelineDetail>(row.detail) }));
}

/** Why the newest of these turns was lost, as it was said then; null: none of them was. */
export function recoveryCode(timeline: readonly TimelineRow[], jobIds: readonly string[]): RecoveryCode | null {
  const lost = timeline.findLast((row) => row.kind === 'recovery_required' && row.jobId !== null && jobIds.includes(row.jobId));
  return recoveryCodes.find((code) => code === lost?.detail.code) ?? null;
}
