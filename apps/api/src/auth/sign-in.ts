import type { LocalLink, SignIn } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import { isAPIError } from 'better-auth/api';
import type { z } from 'zod';
import type { Services } from '../app/services';
import { withTransaction } from '../database/database';
import { createAuth } from './auth';
import { hashToken } from './tokens';

export interface SignedIn {
  personId: string;
  cookies: Headers;
}

/** One answer for an unknown address, a wrong password and a disabled account: it tells nothing about who has an account. */
const wrong = (): ParleyError => new ParleyError('credentials_wrong', 'Email address or password is not right.');

export async function signIn(services: Services, wanted: z.output<typeof SignIn>): Promise<SignedIn> {
  const person = await services.db
    .selectFrom('parley.person')
    .select('id')
    .where('email', '=', wanted.email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  try {
    // Also without such a person: the library spends the same time on a password that nobody has.
    const { headers } = await services.auth.api.signInEmail({
      body: { email: wanted.email, password: wanted.password },
      returnHeaders: true,
    });
    if (!person) throw wrong();
    return { personId: person.id, cookies: headers };
  } catch (error) {
    if (isAPIError(error)) throw wrong();
    throw error;
  }
}

/** The one-time link of `npm start` signs in the owner, once. */
export async function signInByLink(services: Services, wanted: z.output<typeof LocalLink>): Promise<SignedIn> {
  return withTransaction(services.db, async (trx) => {
    const now = services.now();
    const link = await trx
      .updateTable('parley.local_link')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(wanted.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('token_hash')
      .executeTakeFirst();
    const owner =
      link &&
      (await trx
        .selectFrom('parley.person')
        .select(['id', 'auth_user_id'])
        .where('role', '=', 'owner')
        .where('disabled_at', 'is', null)
        .executeTakeFirst());
    if (!owner) throw new ParleyError('link_invalid', 'This link was used or has expired; npm start prints a new one.');
    const auth = createAuth(trx, { secret: services.config.AUTH_SECRET, webUrl: services.config.WEB_URL });
    const { headers } = await auth.api.startSession({ body: { userId: owner.auth_user_id }, returnHeaders: true });
    return { personId: owner.id, cookies: headers };
  });
}
