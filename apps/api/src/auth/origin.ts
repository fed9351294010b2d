import type { Endpoint } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import type { Request } from 'express';
import type { Services } from '../app/services';
import type { Actor } from './actor';

/** The web's origin; on loopback also its other spelling, because people type both. */
export function allowedOrigins(webUrl: string): string[] {
  const url = new URL(webUrl);
  const other = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname];
  return other ? [url.origin, `${url.protocol}//${other}${url.port ? `:${url.port}` : ''}`] : [url.origin];
}

/**
 * A cookie is sent by the browser whoever made the page, so a change needs proof that our page made the request. API keys and host tokens
 * are never sent by themselves. Endpoints without an account refuse a foreign origin too: else a page could sign a visitor in as someone else.
 */
export function refuseForeignOrigin(services: Services, request: Request, endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.method === 'GET') return;
  const bySession = actor?.kind === 'person' && actor.via === 'session';
  if (actor && !bySession) return;
  const origin = request.headers.origin;
  if (origin === undefined && !bySession) return;
  if (origin === undefined || !allowedOrigins(services.config.WEB_URL).includes(origin))
    throw new ParleyError('origin_refused', 'The request does not come from the web page of this installation.');
}
