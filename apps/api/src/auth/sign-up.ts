import type { SignUp } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Services } from '../app/services';
import { type Trx, withTransaction } from '../database/database';
import { brokenConstraint } from '../database/unavailable';
import { createAuth } from './auth';
import { hashToken } from './tokens';

export interface SignedUp {
  personId: string;
  cookies: Headers;
}

/**
 * An account, its person and its first session, together or not at all. The first person of an installation becomes the owner: two who try
 * at once meet the unique index on the owner, and the second one is asked for an invitation like everybody later.
 */
export async function signUp(services: Services, wanted: z.output<typeof SignUp>): Promise<SignedUp> {
  try {
    return await withTransaction(services.db, async (trx) => {
      const role = await roleFor(trx, wanted, services.now());
      const taken = await trx.selectFrom('parley.person').select('id').where('email', '=', wanted.email).executeTakeFirst();
      if (taken) throw new ParleyError('email_taken', 'There is an account with this email address.');
      const auth = createAuth(trx, { secret: services.config.AUTH_SECRET, webUrl: services.config.WEB_URL });
      const { response, headers } = await auth.api.signUpEmail({
        body: { name: wanted.name, email: wanted.email, password: wanted.password },
        returnHeaders: true,
      });
      const personId = services.newId('person');
      await trx
        .insertInto('parley.person')
        .values({ id: personId, auth_user_id: response.user.id, name: wanted.name, email: wanted.email, role })
        .execute();
      return { personId, cookies: headers };
    });
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'person_one_owner') throw invitationRequired();
    if (constraint === 'person_email_key' || constraint === 'user_email_key')
      throw new ParleyError('email_taken', 'There is an account with this email address.');
    throw error;
  }
}

const invitationRequired = (): ParleyError =>
  new ParleyError('invitation_required', 'This installation has an owner; ask for an invitation.');

async function roleFor(trx: Trx, wanted: z.output<typeof SignUp>, now: Date): Promise<string> {
  if (wanted.invitation === undefined) {
    const { rows } = await sql<{ yes: boolean }>`select exists (select 1 from parley.person) as yes`.execute(trx);
    if (rows[0]?.yes) throw invitationRequired();
    return 'owner';
  }
  const invitation = await trx
    .updateTable('parley.invitation')
    .set({ accepted_at: now })
    .where('token_hash', '=', hashToken(wanted.invitation))
    .where('email', '=', wanted.email)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('role')
    .executeTakeFirst();
  if (!invitation) throw new ParleyError('link_invalid', 'This invitation is not valid for this email address, was used, or has expired.');
  return invitation.role;
}
