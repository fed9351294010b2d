// Small things about ports and child processes that the test services and the launcher share.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** @param {number} port @returns {Promise<number>} the port that could be listened on; 0: none */
function tryToListen(port) {
  return new Promise((done) => {
    const server = createServer();
    server
      .once('error', () => done(0))
      .listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => done(typeof address === 'object' && address ? address.port : 0));
      });
  });
}

/** Below the ports from which systems choose for outgoing connections: one of those could be taken before our server listens. */
const [lowest, highest] = [15_000, 32_000];
/** @type {Set<number>} */
const given = new Set();

/** @returns {Promise<number>} a port of the loopback interface that nobody listens on now, and that this process has not been given before */
export async function freePort() {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || !(await tryToListen(port))) continue;
    given.add(port);
    return port;
  }
  return tryToListen(0);
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export function isListening(port, host = '127.0.0.1') {
  return new Promise((done) => {
    const socket = connect(port, host);
    socket.setTimeout(1000);
    socket.once('connect', () => (socket.destroy(), done(true)));
    socket.once('error', () => done(false)).once('timeout', () => (socket.destroy(), done(false)));
  });
}

/**
 * Waits until a child is ready. When it ends before, or the time is over, the child is ended and an error says so.
 * @param {import('node:child_process').ChildProcess} child @param {string} name @param {() => boolean | Promise<boolean>} isReady @param {number} [timeoutMs]
 */
export async function untilReady(child, name, isReady, timeoutMs = 60_000) {
  const end = Date.now() + timeoutMs;
  let failed = '';
  child.once('error', (error) => (failed = error.message));
  while (!(await isReady())) {
    if (failed || hasEnded(child))
      throw new Error(`${name} ended while it was starting (${failed || (child.exitCode ?? child.signalCode)})`);
    if (Date.now() > end) {
      await endChild(child, 'SIGTERM', 5000);
      throw new Error(`${name} was not ready within ${timeoutMs / 1000} s`);
    }
    await delay(25);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Asks a child to end, and ends it by force when it has not after `graceMs`.
 * @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal @param {number} graceMs
 */
export async function endChild(child, signal = 'SIGTERM', graceMs = 10_000) {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

/** @param {string} name @returns {string | undefined} */
export function findOnPath(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      if (folder) return (accessSync(file, constants.X_OK), file);
    } catch {
      // not here: look in the next folder
    }
  }
  return undefined;
}

const harmless = ['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'ComSpec', 'PATHEXT'];

/** What a database or workflow server needs of our environment: none of the keys and tokens that may stand in it. @returns {Record<string, string>} */
export const serverEnvironment = () =>
  Object.fromEntries(harmless.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] ?? '']])));

/**
 * A child whose death is tied to ours where the system can do that, so that a killed test run leaves no server behind.
 * @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions & { dieWithParent?: boolean }} options
 */
export function spawnServer(command, args, { dieWithParent = false, ...options }) {
  const setpriv = dieWithParent && process.platform === 'linux' ? findOnPath('setpriv') : undefined;
  return setpriv ? spawn(setpriv, ['--pdeathsig', 'TERM', '--', command, ...args], options) : spawn(command, args, options);
}
