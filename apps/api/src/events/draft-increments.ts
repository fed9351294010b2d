import type { DraftEvent } from '@parley/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Reader } from '../database/database';

type Increment = z.output<typeof DraftEvent>;
interface Row {
  job_id: string;
  attempt: number;
  wave_id: string;
  conversation_id: string;
  seq: number;
  text: string;
  truncated: boolean;
  progress: string | null;
}
interface Told {
  seq: number;
  text: string;
  at: number;
}

const forgetMs = 60_000;

/** Turns the stored text so far into increments: what this process has told its streams already is not told again. */
export class DraftIncrements {
  private readonly told = new Map<string, Told>();

  /** `keys` are `jobId/attempt`. One statement for all turns that rang. */
  async read(reader: Reader, keys: readonly string[]): Promise<Increment[]> {
    const jobs = keys.map((key) => key.slice(0, key.lastIndexOf('/')));
    const { rows } = await sql<Row>`
      select d.job_id, d.attempt, j.wave_id, j.conversation_id, d.seq, d.text, d.truncated, d.progress
      from runtime.turn_draft d join parley.job j on j.id = d.job_id and j.attempt = d.attempt
      where d.job_id = any(${jobs}::text[])`.execute(reader);
    this.forget();
    return rows.flatMap((row) => this.increment(row) ?? []);
  }

  private increment(row: Row): Increment | null {
    const key = `${row.job_id}/${row.attempt}`;
    const before = this.told.get(key);
    if (before && before.seq >= row.seq) return null;
    this.told.set(key, { seq: row.seq, text: row.text, at: Date.now() });
    const offset = commonLength(before?.text ?? '', row.text);
    return {
      conversationId: row.conversation_id,
      waveId: row.wave_id,
      jobId: row.job_id,
      seq: row.seq,
      offset,
      text: row.text.slice(offset),
      truncated: row.truncated,
      progress: row.progress,
    };
  }

  private forget(): void {
    const old = Date.now() - forgetMs;
    for (const [key, told] of this.told) if (told.at < old) this.told.delete(key);
  }
}

/** Where two texts part. Nearly always the shorter one is the beginning of the longer one. */
function commonLength(a: string, b: string): number {
  if (b.startsWith(a)) return a.length;
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  return i;
}
