// Makes the `.env` that docker-compose.yml needs: random secrets, readable by its owner only. Never overwrites: the database opens only with
// the password that it was made with.
//   node tools/compose-env.mjs [--repositories FOLDER]
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const secret = () => randomBytes(32).toString('base64url');
/** @param {string} folder */
const isCheckout = (folder) => existsSync(join(folder, '.git'));

/** Where the host finds the checkouts of a folder: the folder itself, or the folders right below it. @param {string} folder */
function findRepositories(folder) {
  if (isCheckout(folder)) return [`${basename(folder)}=/repositories`];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isCheckout(join(folder, entry.name)))
    .map((entry) => `/repositories/${entry.name}`);
}

/** @param {string | undefined} given @returns {string[]} */
function repositorySettings(given) {
  if (given === undefined)
    return [
      '# A folder with checkouts that agents may read, and where each is in it, joined by colons.',
      '# REPOSITORIES_FOLDER=',
      '# HOST_REPOSITORIES=/repositories/NAME',
    ];
  const folder = resolve(given);
  const found = findRepositories(folder);
  if (found.length === 0) throw new Error(`${folder} is no Git checkout and has none right below it`);
  // Quoted, because a folder's name may hold spaces; a colon or a dollar sign means something else to compose.
  const unusable = [folder, ...found].find((text) => /[:$'"\\\n]/.test(text));
  if (unusable !== undefined) throw new Error(`${unusable} has a character in its name that a compose file cannot hold`);
  return [`REPOSITORIES_FOLDER='${folder}'`, `HOST_REPOSITORIES='${found.join(':')}'`];
}

function main() {
  const { values } = parseArgs({ options: { repositories: { type: 'string' } } });
  const lines = [
    '# Made by tools/compose-env.mjs for docker-compose.yml. Keep it with the backups: without it they cannot be used.',
    `POSTGRES_PASSWORD=${secret()}`,
    `AUTH_SECRET=${secret()}`,
    `HOST_TOKEN=${secret()}`,
    ...repositorySettings(values.repositories),
  ];
  try {
    writeFileSync('.env', `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    throw new Error('There is a .env already, and it stays as it is. Add what is missing by hand, or move it away to begin anew', {
      cause: error,
    });
  }
  console.log('Wrote .env. Next: docker compose up --build');
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}.`);
  process.exitCode = 1;
}
