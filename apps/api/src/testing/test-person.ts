import { createClient } from '@parley/client';
import type { Services } from '../app/services';
import { createApiKey } from '../auth/create-api-key';

export interface TestPerson {
  id: string;
  name: string;
  /** The text of an API key with both scopes. */
  key: string;
  headers: { authorization: string };
  client(url: string): ReturnType<typeof createClient>;
}

/** A person and a key, made directly: signing up has its own tests. */
export async function makePerson(services: Services, name: string, role: 'owner' | 'admin' | 'member' | 'guest'): Promise<TestPerson> {
  const id = services.newId('person');
  const email = `${name.toLowerCase().replace(/[^a-z0-9]/g, '-')}-${id.slice(-6)}@example.test`;
  const now = services.now();
  await services.db.insertInto('auth.user').values({ id, name, email, emailVerified: false, createdAt: now, updatedAt: now }).execute();
  await services.db.insertInto('parley.person').values({ id, auth_user_id: id, name, email, role }).execute();
  const { key } = await createApiKey(services, id, { clientId: 'test', name: 'test', scopes: ['read', 'write'] });
  const headers = { authorization: `Bearer ${key}` };
  return { id, name, key, headers, client: (url) => createClient({ baseUrl: url, headers }) };
}
