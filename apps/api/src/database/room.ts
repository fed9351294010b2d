import { sql } from 'kysely';
import type { Db } from './database';
import { isWithoutRoom } from './unavailable';

/** Remembers that the database had no room left on its disk, until something can be written again. */
export interface Room {
  /** Any error of a database operation. */
  note(error: unknown): void;
  /** Null while there is room, as far as anybody has met the end of it. */
  lack(): Promise<string | null>;
}

/** More than what is free in half-filled pages. */
const probedRows = 40_000;

export function createRoom(db: Db): Room {
  let full = false;
  return {
    note(error) {
      if (isWithoutRoom(error)) full = true;
    },
    async lack() {
      if (!full) return null;
      try {
        await sql`create temporary table parley_room on commit drop as select generate_series(1, ${sql.lit(probedRows)}) as n`.execute(db);
        full = false;
        return null;
      } catch (error) {
        if (!isWithoutRoom(error)) throw error;
        return 'has no room left on its disk, so nothing can be accepted: make room there, and it goes on by itself';
      }
    },
  };
}
