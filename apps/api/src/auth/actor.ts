import type { apiScopes } from '@parley/contracts';
import type { Role } from '@parley/domain';

export type ApiScope = (typeof apiScopes)[number];

/** A signed-in person, by browser session or API key. `credentialId` is the session or key: when it ends, so do its streams. */
export interface PersonActor {
  kind: 'person';
  personId: string;
  name: string;
  role: Role;
  via: 'session' | 'api_key';
  credentialId: string;
  scopes: readonly ApiScope[];
}

/** A host worker. `hostId` is null until it has registered. */
export interface HostActor {
  kind: 'host';
  hostName: string;
  hostId: string | null;
  /** SHA-256 of its token, as stored beside the host. */
  tokenHash: string;
}

export type Actor = PersonActor | HostActor;

/** The columns of a person that an actor needs. */
interface PersonRow {
  id: string;
  name: string;
  role: string;
}
export const personActor = (row: PersonRow, via: PersonActor['via'], credentialId: string, scopes: PersonActor['scopes']): PersonActor => ({
  kind: 'person',
  personId: row.id,
  name: row.name,
  role: row.role as Role,
  via,
  credentialId,
  scopes,
});
