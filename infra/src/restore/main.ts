import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runBackup, withDatabase } from '../backup/database';
import { parseConfig, readEnvironment, UserError } from '../config/infra.config';
import { endLeftovers } from '../start/leftovers';
import { takeLock } from '../start/lock';
import { say, showStep } from '../start/output';
import { journalFile, makeFolders, repositoryRoot, Secrets, secretsFile, stateFolder, writePrivate } from '../state/state-folder';

const Checked = z.object({ at: z.string(), rows: z.number(), files: z.array(z.string()) });
const Loaded = z.object({ rows: z.number(), stopped: z.object({ settled: z.number(), asked: z.number() }) });

function readArguments(): { name: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false } } });
    const [name, ...more] = positionals;
    if (name && more.length === 0) return { name, replace: values.replace };
  } catch {
    // Said below.
  }
  throw new UserError('Say from where: npm run restore -- FILE [--replace]');
}

/** `npm run restore -- FILE`: puts a backup into an installation that does not run; into one that has people only with --replace. */
async function main(): Promise<void> {
  process.umask(0o077);
  const config = parseConfig(readEnvironment(repositoryRoot));
  const { name, replace } = readArguments();
  const file = resolve(config.INIT_CWD ?? process.cwd(), name);
  if (!existsSync(file)) throw new UserError(`There is no ${file}.`);
  const folder = stateFolder(config);
  makeFolders(folder);
  const lock = await takeLock(folder, '');
  const beside = mkdtempSync(join(folder, 'restore-'));
  try {
    await endLeftovers(folder);
    const checked = Checked.parse(
      await showStep('Reading the backup', () => runBackup('postgres://not-used', ['check', file, '--extract', beside])),
    );
    const secrets = secretsFor(folder, beside, checked.files);
    const { rows, stopped } = Loaded.parse(
      await showStep('Loading it', () =>
        withDatabase(config, folder, secrets, (url) => runBackup(url, ['load', file, ...(replace ? ['--replace'] : [])])),
      ),
    );
    writePrivate(secretsFile(folder), secrets);
    const keptJournal = putJournal(folder, join(beside, 'journal.db'));
    say(`\nRestored as of ${checked.at.slice(0, 19).replace('T', ' ')} UTC: ${rows} rows.`);
    if (stopped.settled + stopped.asked > 0)
      say(
        `Responses that were under way then are stopped, and none is sent again: ${stopped.settled} ended, ${stopped.asked} wait for what their hosts know.`,
      );
    if (keptJournal) say('The journal of the host that was here is kept: it knows what was sent since.');
    say('Start with `npm start`.');
  } finally {
    rmSync(beside, { recursive: true, force: true });
    lock.release();
  }
}

/**
 * Keys and sessions of people are of use only with the secret they were made with; the password of a database that is here already stays its own. In an
 * empty folder they are written before the database is made with them.
 */
function secretsFor(folder: string, beside: string, files: readonly string[]): Secrets {
  if (!files.includes('secrets.json'))
    throw new UserError('This backup has no secrets: it was made in containers. Restore it there, as docs/compose.md says.');
  const theirs = Secrets.parse(JSON.parse(readFileSync(join(beside, 'secrets.json'), 'utf8')));
  const file = secretsFile(folder);
  if (existsSync(file)) return { ...Secrets.parse(JSON.parse(readFileSync(file, 'utf8'))), authSecret: theirs.authSecret };
  writePrivate(file, theirs);
  return theirs;
}

/** A journal that is here is newer than any backup: to put an older one in its place would be to forget what was sent. */
function putJournal(folder: string, copy: string): boolean {
  const journal = journalFile(folder);
  if (existsSync(journal)) return true;
  if (!existsSync(copy)) return false;
  mkdirSync(join(folder, 'host'), { recursive: true, mode: 0o700 });
  copyFileSync(copy, journal);
  chmodSync(journal, 0o600);
  return false;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof UserError ? error.message : `The restore failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
