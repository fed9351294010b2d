import { type Kysely, sql } from 'kysely';

// When the database was last restored from a backup: cursors and workflows from before are of another life.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table parley.workspace add column restored_at timestamptz(3)`.execute(db);
}
