import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseConfig, readEnvironment, UserError } from '../config/infra.config';
import { lockHolder, takeLock } from '../start/lock';
import { say, showStep } from '../start/output';
import { loadSecrets, makeFolders, readLocalState, repositoryRoot, secretsFile, stateFolder } from '../state/state-folder';
import { runBackup, withDatabase } from './database';
import { copyOfJournal } from './journal';

const Written = z.object({ rows: z.number() });

/** `npm run backup -- FILE`: everything that cannot be made again, in one file, while Parley runs or not. */
async function main(): Promise<void> {
  process.umask(0o077);
  const config = parseConfig(readEnvironment(repositoryRoot));
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new UserError('Say where to: npm run backup -- FILE');
  const file = resolve(config.INIT_CWD ?? process.cwd(), name);
  if (existsSync(file)) throw new UserError(`${file} is there already: name another file, or move that one away.`);
  const folder = stateFolder(config);
  if (!existsSync(secretsFile(folder))) throw new UserError(`There is no installation in ${folder}: nothing to back up.`);

  const state = lockHolder(folder) === null ? null : readLocalState(folder);
  const lock = state ? null : await takeLock(folder, '');
  try {
    makeFolders(folder);
    const journal = await copyOfJournal(folder, state?.health.host ?? null);
    try {
      const dump = (url: string) => runBackup(url, ['dump', file, '--file', `secrets.json=${secretsFile(folder)}`, ...journal.args]);
      const written = await showStep('Backup', () =>
        state ? dump(state.databaseUrl) : withDatabase(config, folder, loadSecrets(folder), dump),
      );
      const { rows } = Written.parse(written);
      say(
        `${file}: ${rows} rows, ${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB. It holds passwords and all texts: keep it as you keep those.`,
      );
    } finally {
      journal.remove();
    }
  } finally {
    lock?.release();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof UserError ? error.message : `The backup failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
