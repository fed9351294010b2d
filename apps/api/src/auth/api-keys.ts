import { createHash } from 'node:crypto';
import type { Services } from '../app/services';
import { type ApiScope, type PersonActor, personActor } from './actor';
import { tokenOf } from './tokens';

const prefix = 'parley_';

/** As the api-key plugin stores it: SHA-256, base64url. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * The key text follows from its id and the secret of the installation, so that the repeated creation of one key can be answered with the
 * same key though only its hash is stored.
 */
export const keyOf = (secret: string, keyId: string): string => prefix + tokenOf(secret, 'api-key', keyId);

export const scopesOf = (permissions: string | null): ApiScope[] => {
  const parsed = JSON.parse(permissions ?? '{}') as { parley?: ApiScope[] };
  return parsed.parley ?? [];
};

const touchMs = 60_000;

/** The person of an API key, with the scopes of that key. */
export async function findApiKey(services: Services, key: string): Promise<PersonActor | null> {
  if (!key.startsWith(prefix)) return null;
  const row = await services.db
    .selectFrom('auth.apikey as k')
    .innerJoin('parley.person as p', 'p.auth_user_id', 'k.referenceId')
    .select(['k.id as keyId', 'k.permissions', 'k.expiresAt', 'k.lastRequest', 'p.id', 'p.name', 'p.role'])
    .where('k.key', '=', hashKey(key))
    .where('k.enabled', 'is not', false)
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst();
  const now = services.now();
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  if (row.lastRequest === null || now.getTime() - row.lastRequest.getTime() > touchMs) {
    // For people to see which keys are in use; the call does not wait for it and does not fail with it.
    void services.db
      .updateTable('auth.apikey')
      .set({ lastRequest: now })
      .where('id', '=', row.keyId)
      .execute()
      .catch(() => undefined);
  }
  return personActor(row, 'api_key', row.keyId, scopesOf(row.permissions));
}
