import { randomBytes } from 'node:crypto';
import { pendingMigrations } from '../database/migrate';
import { adoptForeignLog } from '../events/adopt-foreign-log';
import { addWarnings } from '../ops/warnings';
import type { Services } from './services';

/** What must be there before the first request: the workspace's row, the doorbell, the readiness checks. The database is migrated already. */
export async function startServices(services: Services): Promise<void> {
  await ensureWorkspace(services);
  await services.clock.open();
  if (await adoptForeignLog(services.db)) services.log.warn('the event log came from another server: readers begin anew');
  services.readiness.add('postgres', async () => {
    const pending = await pendingMigrations(services.db);
    return pending.length === 0 ? services.room.lack() : `${pending.length} migrations have not run`;
  });
  services.readiness.addWarning('clock', () => Promise.resolve(clockWarning(services.clock.skewMs())));
  addWarnings(services);
  await services.hub.open();
}

const skewNoticedMs = 5_000;

function clockWarning(skewMs: number): string | null {
  if (Math.abs(skewMs) < skewNoticedMs) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of the database; Parley goes by the database, sessions and certificates do not: set the clock`;
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
