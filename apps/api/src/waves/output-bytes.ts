import { sql } from 'kysely';
import type { Reader } from '../database/database';

/** What the wave has stored of its agents so far: their messages, and the raw text of their reviews. */
export async function waveOutputBytes(db: Reader, waveId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(octet_length(body)), 0) from parley.message where wave_id = ${waveId} and author_kind = 'agent')
      + (select coalesce(sum(octet_length(terminal->>'output')), 0) from runtime.turn where wave_id = ${waveId} and outcome = 'reviewed') as bytes`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}
