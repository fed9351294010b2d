import { sql } from 'kysely';
import type { Reader } from '../database/database';

/** What the wave has stored of its agents so far: their messages, and the raw text of their reviews. */
export async function waveOutputBytes(db: Reader, waveId: string): Promise<number> {
  const [messages, reviews] = await Promise.all([
    db
      .selectFrom('parley.message')
      .select(sql<number>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      .where('wave_id', '=', waveId)
      .where('author_kind', '=', 'agent')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('runtime.turn')
      .select(sql<number>`coalesce(sum(octet_length(terminal->>'output')), 0)`.as('bytes'))
      .where('wave_id', '=', waveId)
      .where('outcome', '=', 'reviewed')
      .executeTakeFirstOrThrow(),
  ]);
  return Number(messages.bytes) + Number(reviews.bytes);
}
