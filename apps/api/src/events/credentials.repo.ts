import { sql } from 'kysely';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';

/** Which of these sessions and API keys no longer let their person in. */
export async function findEndedCredentials(reader: Reader, actors: readonly PersonActor[]): Promise<Set<string>> {
  const ids = [...new Set(actors.map((actor) => actor.credentialId))];
  const { rows } = await sql<{ id: string }>`
    select s.id from auth.session s join parley.person p on p.auth_user_id = s."userId"
    where s.id = any(${ids}::text[]) and s."expiresAt" > now() and p.disabled_at is null
    union all
    select k.id from auth.apikey k join parley.person p on p.auth_user_id = k."referenceId"
    where k.id = any(${ids}::text[]) and k.enabled is not false and (k."expiresAt" is null or k."expiresAt" > now()) and p.disabled_at is null`.execute(
    reader,
  );
  const alive = new Set(rows.map((row) => row.id));
  return new Set(ids.filter((id) => !alive.has(id)));
}
