import type { Migration } from 'kysely/migration';
import * as first from './2026-12-01-0001-first';
import * as auth from './2026-12-01-0002-auth';
import * as restored from './2026-12-01-0003-restored';

/** In order of their names. A static list: what runs is what was built, not what lies in a folder. */
export const migrations: Record<string, Migration> = {
  '2026-12-01-0001-first': first,
  '2026-12-01-0002-auth': auth,
  '2026-12-01-0003-restored': restored,
};
