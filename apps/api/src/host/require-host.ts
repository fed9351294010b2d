import { ParleyError } from '@parley/domain';
import type { HostActor } from '../auth/actor';
import type { Reader } from '../database/database';

/** The id of the host that asks. @throws ParleyError `state_conflict` when it has not registered yet. */
export async function requireHost(db: Reader, actor: HostActor): Promise<string> {
  if (actor.hostId !== null) return actor.hostId;
  const row = await db.selectFrom('parley.host').select('id').where('name', '=', actor.hostName).executeTakeFirst();
  if (!row) throw new ParleyError('state_conflict', 'This host has not registered yet.');
  return row.id;
}
