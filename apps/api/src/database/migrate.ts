import { Migrator } from 'kysely/migration';
import type { Kysely } from 'kysely';
import { migrations } from './migrations';

/** Brings the database to the shape of this release. Safe to run from several processes at once: Kysely takes an advisory lock. */
export async function migrate<T>(db: Kysely<T>): Promise<{ applied: string[] }> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'parley_migration',
    migrationLockTableName: 'parley_migration_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be migrated.', { cause: error });
  return { applied: (results ?? []).map((result) => result.migrationName) };
}

export async function pendingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'parley_migration',
    migrationLockTableName: 'parley_migration_lock',
  });
  return (await migrator.getMigrations()).filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}
