import { Controller } from '@nestjs/common';
import type { Role } from '@parley/domain';
import { notFound } from '../access/conversation-access';
import { Services } from '../app/services';
import { scopesOf } from '../auth/api-keys';
import { createApiKey } from '../auth/create-api-key';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { createInvitation } from './create-invitation';

@Controller()
export class PeopleController {
  constructor(private readonly services: Services) {}

  @Route('listPeople')
  async listPeople(): Promise<AnswerOf<'listPeople'>> {
    const rows = await this.services.db
      .selectFrom('parley.person')
      .select(['id', 'name', 'role'])
      .where('disabled_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute();
    return { items: rows.map((row) => ({ id: row.id, name: row.name, role: row.role as Role })) };
  }

  @Route('createInvitation')
  createInvitation(call: CallOf<'createInvitation'>): Promise<AnswerOf<'createInvitation'>> {
    return createInvitation(this.services, call.actor, call.body);
  }

  @Route('listApiKeys')
  async listApiKeys(call: CallOf<'listApiKeys'>): Promise<AnswerOf<'listApiKeys'>> {
    const rows = await this.services.db
      .selectFrom('auth.apikey as k')
      .innerJoin('parley.person as p', 'p.auth_user_id', 'k.referenceId')
      .select(['k.id', 'k.name', 'k.permissions', 'k.createdAt', 'k.lastRequest'])
      .where('p.id', '=', call.actor.personId)
      .orderBy('k.createdAt', 'desc')
      .execute();
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: row.name ?? '',
        scopes: scopesOf(row.permissions),
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastRequest?.toISOString() ?? null,
      })),
    };
  }

  @Route('createApiKey')
  createApiKey(call: CallOf<'createApiKey'>): Promise<AnswerOf<'createApiKey'>> {
    return createApiKey(this.services, call.actor.personId, call.body);
  }

  @Route('deleteApiKey')
  async deleteApiKey(call: CallOf<'deleteApiKey'>): Promise<void> {
    const deleted = await this.services.db
      .deleteFrom('auth.apikey')
      .where('id', '=', call.params.id)
      .where('referenceId', '=', (select) =>
        select.selectFrom('parley.person').select('auth_user_id').where('id', '=', call.actor.personId),
      )
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw notFound();
    this.services.hub.endRights(call.params.id);
  }
}
