import { userInfo } from 'node:os';
import { sql } from 'kysely';
import type { Services } from '../app/services';
import { withTransaction } from '../database/database';
import { brokenConstraint } from '../database/unavailable';
import { hashKey, keyOf } from './api-keys';
import { createApiKey } from './create-api-key';
import { hashToken, newToken } from './tokens';

export interface LocalAccess {
  apiKey: string;
  linkToken: string;
  ownerId: string;
}

const linkMs = 15 * 60_000;
const clientId = 'this-machine';

/**
 * Access for the person who started Parley on this machine: an owner if there is none, an API key for scripts (the same one on every
 * start), and a new one-time link for the browser. Whoever may run this reads the database anyway.
 */
export async function grantLocalAccess(services: Services): Promise<LocalAccess> {
  const ownerId = await ensureOwner(services);
  const apiKey = await ensureKey(services, ownerId);
  const linkToken = newToken();
  const now = services.now();
  await services.db.deleteFrom('parley.local_link').where('expires_at', '<', now).execute();
  await services.db
    .insertInto('parley.local_link')
    .values({ token_hash: hashToken(linkToken), expires_at: new Date(now.getTime() + linkMs) })
    .execute();
  return { apiKey, linkToken, ownerId };
}

async function ensureOwner(services: Services): Promise<string> {
  const find = () => services.db.selectFrom('parley.person').select('id').where('role', '=', 'owner').executeTakeFirst();
  const owner = await find();
  if (owner) return owner.id;
  try {
    return await makeOwner(services);
  } catch (error) {
    // Somebody signed up, or a second start ran, at the same moment.
    const other = brokenConstraint(error) === null ? undefined : await find();
    if (other) return other.id;
    throw error;
  }
}

async function makeOwner(services: Services): Promise<string> {
  const login = loginName();
  const id = services.newId('person');
  const now = services.now();
  const person = {
    id,
    name: login.charAt(0).toUpperCase() + login.slice(1),
    email: `${login.toLowerCase().replace(/[^a-z0-9._-]/g, '-')}@localhost`,
  };
  await withTransaction(services.db, async (trx) => {
    await trx
      .insertInto('auth.user')
      .values({ ...person, emailVerified: false, createdAt: now, updatedAt: now })
      .execute();
    await trx
      .insertInto('parley.person')
      .values({ ...person, auth_user_id: id, role: 'owner' })
      .execute();
  });
  return id;
}

function loginName(): string {
  try {
    return userInfo().username || 'owner';
  } catch {
    // A container may run as a user id that has no name.
    return 'owner';
  }
}

/** A key that was revoked, or made with another secret, is made anew. */
async function ensureKey(services: Services, ownerId: string): Promise<string> {
  return withTransaction(services.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('parley.local-access', 0))`.execute(trx);
    const wanted = { clientId, name: 'This machine', scopes: ['read' as const, 'write' as const] };
    const earlier = await trx
      .selectFrom('parley.api_key_request as r')
      .leftJoin('auth.apikey as k', 'k.id', 'r.key_id')
      .select(['r.key_id', 'k.key'])
      .where('r.person_id', '=', ownerId)
      .where('r.client_id', '=', clientId)
      .executeTakeFirst();
    if (earlier && !isUsable(services, earlier)) {
      await trx.deleteFrom('auth.apikey').where('id', '=', earlier.key_id).execute();
      await trx.deleteFrom('parley.api_key_request').where('person_id', '=', ownerId).where('client_id', '=', clientId).execute();
    }
    return (await createApiKey(services, ownerId, wanted, trx)).key;
  });
}

const isUsable = (services: Services, row: { key_id: string; key: string | null }): boolean =>
  row.key !== null && row.key === hashKey(keyOf(services.config.AUTH_SECRET, row.key_id));
