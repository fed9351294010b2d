import { randomBytes } from 'node:crypto';
import { pendingMigrations } from '../database/migrate';
import type { Services } from './services';

/** What must be there before the first request: the workspace's row, the doorbell, the readiness checks. The database is migrated already. */
export async function startServices(services: Services): Promise<void> {
  await ensureWorkspace(services);
  services.readiness.add('postgres', async () => {
    const pending = await pendingMigrations(services.db);
    return pending.length === 0 ? null : `${pending.length} migrations have not run`;
  });
  await services.hub.open();
}

export async function ensureWorkspace(services: Pick<Services, 'db' | 'config'>): Promise<void> {
  const row = { name: services.config.WORKSPACE_NAME, cursor_key: randomBytes(32).toString('hex') };
  // The key stays for ever (cursors and links depend on it), the name follows the configuration.
  await services.db
    .insertInto('parley.workspace')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: row.name }))
    .execute();
}
