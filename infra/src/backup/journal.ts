import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../config/infra.config';
import { journalFile } from '../state/state-folder';

export interface JournalCopy {
  /** Arguments of the backup program that put the copy into the backup; none: there is no journal yet. */
  args: string[];
  remove(): void;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * The journal is open to its host alone, so a host that runs makes the copy itself, after the tables were read; one that does not run leaves it to us.
 * @param hostUrl of the health server of this machine's host; null: nothing runs.
 */
export async function copyOfJournal(folder: string, hostUrl: string | null): Promise<JournalCopy> {
  const journal = journalFile(folder);
  if (!existsSync(journal)) return { args: [], remove: () => undefined };
  if (hostUrl !== null && (await answers(hostUrl))) {
    const copy = join(folder, 'host', 'journal.copy.db');
    return { args: ['--file', `journal.db=${copy}`, '--ask', `${hostUrl}/journal-copy`], remove: () => rmSync(copy, { force: true }) };
  }
  const beside = mkdtempSync(join(folder, 'host', 'copy-'));
  const copy = join(beside, 'journal.db');
  try {
    const db = new DatabaseSync(journal, { timeout: 2_000 });
    try {
      db.prepare('vacuum into ?').run(copy);
    } finally {
      db.close();
    }
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw new UserError(
      'The journal of the host is in use, and the host does not answer: stop it, or run `npm run doctor`, and try again.',
      {
        cause: error,
      },
    );
  }
  return { args: ['--file', `journal.db=${copy}`], remove: () => rmSync(beside, { recursive: true, force: true }) };
}
