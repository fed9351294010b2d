import { audienceKinds, canRead, roles } from '@parley/domain';
import type { PersonActor } from '../auth/actor';
import { startTestApi, type TestApi } from '../testing/test-api';
import { accessOf, findConversation } from './conversation-access';
import { readableBy } from './readable';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the SQL condition and the access policy agree for every role, scope, audience, founder and member', async () => {
  const people = await Promise.all((['owner', 'admin', 'member', 'guest'] as const).map((role) => api.person(role, role)));
  const now = new Date();
  for (const audience of audienceKinds) {
    for (const founder of people) {
      for (const member of people) {
        const id = api.services.newId('conversation');
        await api.services.db
          .insertInto('parley.conversation')
          .values({
            id,
            client_id: id,
            created_by: founder.id,
            request_fingerprint: '',
            title: 'x',
            audience,
            created_at: now,
            last_activity_at: now,
          })
          .execute();
        await api.services.db.insertInto('parley.conversation_member').values({ conversation_id: id, person_id: member.id }).execute();
      }
    }
  }
  const all = await api.services.db.selectFrom('parley.conversation').select('id').execute();
  expect(all).toHaveLength(audienceKinds.length * people.length * people.length);
  const rows = await Promise.all(all.map(({ id }) => findConversation(api.services.db, id)));
  for (const person of people) {
    for (const role of roles) {
      for (const scopes of [[], ['read'], ['write'], ['read', 'write']] as const) {
        const actor: PersonActor = {
          kind: 'person',
          personId: person.id,
          name: person.name,
          role,
          via: 'api_key',
          credentialId: 'k',
          scopes,
        };
        const bySql = await api.services.db.selectFrom('parley.conversation as c').select('c.id').where(readableBy(actor)).execute();
        const byPolicy = rows.flatMap((row) => (row && canRead(actor, accessOf(row)) ? [row.id] : []));
        expect(bySql.map((row) => row.id).sort()).toEqual(byPolicy.sort());
      }
    }
  }
});

test('a deleted conversation is readable by nobody', async () => {
  const ana = await api.person('Ana');
  const client = ana.client(api.url);
  const { id } = await client.call('createConversation', { body: { clientId: 'gone' } });
  await client.call('deleteConversation', { params: { id } });
  expect(await findConversation(api.services.db, id)).toBeNull();
  expect((await client.call('listConversations')).items.map((item) => item.id)).not.toContain(id);
});
