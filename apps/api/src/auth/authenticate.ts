import { createHash, timingSafeEqual } from 'node:crypto';
import { ParleyError } from '@parley/domain';
import type { Request, Response } from 'express';
import type { Services } from '../app/services';
import type { Db } from '../database/database';
import type { Actor, HostActor } from './actor';
import { findApiKey } from './api-keys';
import { findSession } from './sessions';

/** Who calls: by `Authorization: Bearer` (host token or API key), else by session cookie; null without credentials. Wrong ones throw `unauthenticated`. */
export async function authenticate(services: Services, request: Request, response: Response): Promise<Actor | null> {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = /^Bearer +(\S{16,512})$/i.exec(header)?.[1];
    if (!token) throw new ParleyError('unauthenticated', 'The Authorization header must be "Bearer <key>".');
    const actor = (await findHost(services, token)) ?? (await findApiKey(services, token));
    if (!actor) throw new ParleyError('unauthenticated', 'This key is not known, or was revoked.');
    return actor;
  }
  return request.headers.cookie === undefined ? null : findSession(services, request, response);
}

/** A host keeps its id for ever, so that it is looked up once. */
const hostIds = new WeakMap<Db, Map<string, string>>();

async function hostId(db: Db, name: string): Promise<string | null> {
  const ids = hostIds.get(db) ?? new Map<string, string>();
  hostIds.set(db, ids);
  const known = ids.get(name);
  if (known !== undefined) return known;
  const row = await db.selectFrom('parley.host').select('id').where('name', '=', name).executeTakeFirst();
  if (row) ids.set(name, row.id);
  return row?.id ?? null;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function findHost(services: Services, token: string): Promise<HostActor | null> {
  const given = sha256(token);
  // Every token is compared, so that the time tells nothing about which one was close.
  const known = services.config.HOST_TOKENS.filter((host) => timingSafeEqual(sha256(host.token), given))[0];
  if (!known) return null;
  return { kind: 'host', hostName: known.name, hostId: await hostId(services.db, known.name), tokenHash: given.toString('hex') };
}
