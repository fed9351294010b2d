import { ApiKeyCreated, type CreateApiKey } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import type { z } from 'zod';
import type { Services } from '../app/services';
import { type Reader, withTransaction } from '../database/database';
import { hashKey, keyOf, scopesOf } from './api-keys';
import { fingerprintOf } from '../database/fingerprint';

/** Makes a key of this person. The same `clientId` with the same meaning answers with the same key again. */
export async function createApiKey(
  services: Services,
  personId: string,
  wanted: z.output<typeof CreateApiKey>,
  reader: Reader = services.db,
): Promise<z.input<typeof ApiKeyCreated>> {
  const scopes = [...new Set(wanted.scopes)].sort();
  const fingerprint = fingerprintOf({ name: wanted.name, scopes });
  return withTransaction(reader, async (trx) => {
    const keyId = services.newId('apiKey');
    const inserted = await trx
      .insertInto('parley.api_key_request')
      .values({ person_id: personId, client_id: wanted.clientId, fingerprint, key_id: keyId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) {
      const earlier = await trx
        .selectFrom('parley.api_key_request')
        .select(['fingerprint', 'key_id'])
        .where('person_id', '=', personId)
        .where('client_id', '=', wanted.clientId)
        .executeTakeFirstOrThrow();
      const row = await trx.selectFrom('auth.apikey').selectAll().where('id', '=', earlier.key_id).executeTakeFirst();
      if (earlier.fingerprint !== fingerprint) throw new ParleyError('idempotency_conflict', 'This client id was used for another key.');
      if (!row) throw new ParleyError('idempotency_conflict', 'The key of this client id was revoked.');
      return {
        id: row.id,
        name: row.name ?? '',
        scopes: scopesOf(row.permissions),
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastRequest?.toISOString() ?? null,
        key: keyOf(services.config.AUTH_SECRET, row.id),
      };
    }
    const person = await trx.selectFrom('parley.person').select('auth_user_id').where('id', '=', personId).executeTakeFirstOrThrow();
    const key = keyOf(services.config.AUTH_SECRET, keyId);
    const now = services.now();
    await trx
      .insertInto('auth.apikey')
      .values({
        id: keyId,
        configId: 'default',
        name: wanted.name,
        start: key.slice(0, 12),
        prefix: 'parley_',
        referenceId: person.auth_user_id,
        key: hashKey(key),
        enabled: true,
        rateLimitEnabled: false,
        requestCount: 0,
        createdAt: now,
        updatedAt: now,
        permissions: JSON.stringify({ parley: scopes }),
      })
      .execute();
    return { id: keyId, name: wanted.name, scopes, createdAt: now.toISOString(), lastUsedAt: null, key };
  });
}
