import { sql } from 'kysely';
import { type Db, withTransaction } from '../database/database';

/**
 * A dump that was loaded by other means than ours brings transaction ids of another server. Those that this server has not reached yet would keep its
 * readers waiting for ever, so they become of now, and cursors from before are told to begin anew. Returns whether there were any.
 */
export async function adoptForeignLog(db: Db): Promise<boolean> {
  const isForeign = sql<boolean>`exists (select 1 from parley.conversation_event where xid >= pg_snapshot_xmax(pg_current_snapshot()))`;
  return withTransaction(db, async (trx) => {
    const workspace = await trx.selectFrom('parley.workspace').select(isForeign.as('foreign')).forUpdate().executeTakeFirst();
    if (!workspace?.foreign) return false;
    await sql`update parley.conversation_event set xid = pg_current_xact_id()`.execute(trx);
    await sql`update parley.conversation set event_xid = pg_current_xact_id()`.execute(trx);
    await sql`update parley.workspace set restored_at = now()`.execute(trx);
    return true;
  });
}
