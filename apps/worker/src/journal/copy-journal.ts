import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from './journal';

/** Where a backup finds the copy: beside the journal. */
const copyName = 'journal.copy.db';

/** A copy of the journal for a backup. Nobody else can make one: the journal is open to a single process. Readable by its owner only, also while it is written. */
export function copyJournal(journal: Journal, stateDir: string): void {
  const folder = mkdtempSync(join(stateDir, 'copy-'));
  try {
    const file = join(folder, copyName);
    journal.copyTo(file);
    chmodSync(file, 0o600);
    renameSync(file, join(stateDir, copyName));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
