import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@parley/client';
import type { Stack } from '../src/stack';

export interface Member {
  key: string;
  client: Client;
}

/** A member with an API key, made as people make it: invited by the owner, signed up, and a key from the settings. */
export async function makeMember(stack: Stack, name: string): Promise<Member> {
  const email = `${name}@example.test`;
  const { token } = await stack.client.call('createInvitation', { body: { clientId: randomUUID(), email } });
  const origin = new URL(stack.webUrl).origin;
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${stack.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
  const signedUp = await post('/v1/session/sign-up', { name, email, password: randomUUID(), invitation: token });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { key } = (await (await post('/v1/api-keys', { clientId: randomUUID(), name: 'load' }, cookie)).json()) as { key: string };
  stack.mustNotLeak('API key', key);
  return { key, client: createClient({ baseUrl: stack.apiUrl, headers: { authorization: `Bearer ${key}` } }) };
}
