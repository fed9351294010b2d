import type { CreateInvitation } from '@parley/contracts';
import { decideAccess, ParleyError } from '@parley/domain';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { hashToken, tokenOf } from '../auth/tokens';
import { withTransaction } from '../database/database';
import type { AnswerOf } from '../http/call';

const validMs = 7 * 24 * 3_600_000;

/** Invites a person by email address. The token follows from the invitation's id, so a repeated request is answered with the same one. */
export async function createInvitation(
  services: Services,
  actor: PersonActor,
  wanted: z.output<typeof CreateInvitation>,
): Promise<AnswerOf<'createInvitation'>> {
  const decision = decideAccess(actor, 'manage', { kind: 'workspace' });
  if (!decision.allowed) throw new ParleyError(decision.code, decision.detail);
  return withTransaction(services.db, async (trx) => {
    const id = services.newId('invitation');
    const token = tokenOf(services.config.AUTH_SECRET, 'invitation', id);
    const inserted = await trx
      .insertInto('parley.invitation')
      .values({
        id,
        client_id: wanted.clientId,
        created_by: actor.personId,
        email: wanted.email,
        role: wanted.role,
        token_hash: hashToken(token),
        expires_at: new Date(services.now().getTime() + validMs),
      })
      .onConflict((conflict) => conflict.constraint('invitation_client_key').doNothing())
      .executeTakeFirst();
    const row = await trx
      .selectFrom('parley.invitation')
      .selectAll()
      .where('created_by', '=', actor.personId)
      .where('client_id', '=', wanted.clientId)
      .executeTakeFirstOrThrow();
    if (row.email !== wanted.email || row.role !== wanted.role)
      throw new ParleyError('idempotency_conflict', 'This client id was used for another invitation.');
    if (inserted.numInsertedOrUpdatedRows !== 0n) {
      const taken = await trx.selectFrom('parley.person').select('id').where('email', '=', wanted.email).executeTakeFirst();
      if (taken) throw new ParleyError('email_taken', 'There is an account with this email address.');
    }
    return {
      id: row.id,
      email: row.email,
      role: wanted.role,
      token: tokenOf(services.config.AUTH_SECRET, 'invitation', row.id),
      expiresAt: row.expires_at.toISOString(),
      acceptedAt: row.accepted_at?.toISOString() ?? null,
    };
  });
}
