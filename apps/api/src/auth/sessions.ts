import { ParleyError } from '@parley/domain';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Services } from '../app/services';
import { type PersonActor, personActor } from './actor';

export const sessionCookie = /(?:^|;\s*)(?:__Secure-)?parley\.session_token=/;

/** The person of the session cookie. A cookie that the library renews is passed on to the browser. */
export async function findSession(services: Services, request: Request, response: Response): Promise<PersonActor | null> {
  if (!sessionCookie.test(request.headers.cookie ?? '')) return null;
  const { response: found, headers } = await services.auth.api.getSession({
    headers: fromNodeHeaders(request.headers),
    returnHeaders: true,
  });
  if (!found) throw new ParleyError('unauthenticated', 'This session has ended; sign in again.');
  passCookies(headers, response);
  const person = await services.db
    .selectFrom('parley.person')
    .select(['id', 'name', 'role'])
    .where('auth_user_id', '=', found.user.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw new ParleyError('unauthenticated', 'This account is not active.');
  return personActor(person, 'session', found.session.id, ['read', 'write']);
}

export function passCookies(headers: Headers | null | undefined, response: Response): void {
  for (const cookie of headers?.getSetCookie() ?? []) response.append('Set-Cookie', cookie);
}
