// `npm run test:compose`: the stack of docker-compose.yml from nothing. Builds the images (not with --no-build), settles a Team wave, takes the stack
// down and up again, kills each container in the middle of a wave, and removes everything it made.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const services = ['host', 'orchestrator', 'api', 'temporal', 'postgres', 'web'];
const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0;

/** @typedef {{ id: string, state: string, outcome: string | null, jobs: { state: string }[] }} Wave */

/** @returns {Promise<number>} a port that nobody uses now */
const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** @param {string} folder */
function createCompose(folder) {
  const base = ['-p', 'parley-test', '--env-file', join(folder, '.env'), '-f', join(root, 'docker-compose.yml')];
  const [file, first] = hasPlugin ? ['docker', ['compose', ...base]] : ['docker-compose', base];
  /** @param {string[]} args */
  return (...args) =>
    execFileSync(file, [...first, ...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });
}
/** @typedef {ReturnType<typeof createCompose>} Compose */

/** @param {Compose} compose */
async function untilHealthy(compose) {
  const format = '{{index .Config.Labels "com.docker.compose.service"}}={{if .State.Health}}{{.State.Health.Status}}{{end}}';
  let seen = '';
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(1000)) {
    const ids = compose('ps', '-q').split('\n').filter(Boolean);
    seen = execFileSync('docker', ['inspect', '--format', format, ...ids], { encoding: 'utf8' });
    if (services.every((name) => seen.includes(`${name}=healthy\n`))) return;
  }
  throw new Error(`not everything became healthy:\n${seen}`);
}

/** @param {string} url */
function createApi(url) {
  /** @type {Record<string, string>} */
  const headers = { 'content-type': 'application/json', origin: url };
  /** A killed service answers nothing, or 502 or 503, for a while; all bodies carry an id of the client, so repeating is safe. @param {string} path @param {object} [body] @returns {Promise<any>} */
  const call = async (path, body) => {
    for (const end = Date.now() + 60_000; ; await sleep(500)) {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${url}/v1${path}`, init).catch(() => undefined);
      if (answer?.ok) {
        const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
        if (cookie.length > 0) headers['cookie'] = cookie.join('; ');
        return answer.json();
      }
      if (Date.now() > end || (answer && answer.status < 500))
        throw new Error(`${path}: ${answer?.status ?? 'no answer'} ${await answer?.text()}`);
    }
  };
  return call;
}
/** @typedef {ReturnType<typeof createApi>} Api */

/** @param {Api} api @returns {Promise<Wave>} */
async function startWave(api) {
  const [profiles, runtimes, repositories] = await Promise.all(['/profiles', '/runtimes', '/repositories'].map((path) => api(path)));
  const runtime = runtimes.items.find((/** @type {any} */ one) => one.kind === 'built_in');
  const responders = ['lead', 'skeptic', 'verifier'].map((role) => ({
    profileId: profiles.items.find((/** @type {any} */ one) => one.role === role && one.builtIn).id,
    runtimeId: runtime.id,
    modelId: runtime.models[0].id,
  }));
  const conversation = await api('/conversations', { clientId: randomUUID() });
  const { wave } = await api(`/conversations/${conversation.id}/messages`, {
    ...{
      clientMessageId: randomUUID(),
      body: 'Where is the heartbeat timeout of a turn set, and who reads it?',
      policy: 'team',
      responders,
    },
    contextRefs: [{ kind: 'repository', id: repositories.items[0].id }],
  });
  return wave;
}

/** Over, or waiting for a person. @param {Api} api @param {Wave} wave @param {() => void} [onRunning] called once, while a turn runs @returns {Promise<Wave>} */
async function untilOver(api, wave, onRunning) {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(20)) {
    const now = /** @type {Wave} */ (await api(`/waves/${wave.id}`));
    if (now.state === 'settled' || now.state === 'recovery_required') return now;
    if (!now.jobs.some((job) => job.state === 'running')) continue;
    onRunning?.();
    onRunning = undefined;
  }
  throw new Error(`wave ${wave.id} did not settle`);
}

/** @param {Compose} compose @param {Api} api */
async function prove(compose, api) {
  await untilHealthy(compose);
  console.log('✓ everything is healthy');
  await api('/session/sign-up', { name: 'Owner', email: 'owner@example.org', password: randomUUID() });
  for (const end = Date.now() + 60_000; Date.now() < end && (await api('/repositories')).items.length === 0;) await sleep(500);
  const first = await untilOver(api, await startWave(api));
  if (first.outcome !== 'complete') throw new Error(`the first wave ended as ${first.outcome}`);
  console.log('✓ a Team wave settled');

  compose('down');
  compose('up', '-d');
  await untilHealthy(compose);
  if ((await api(`/waves/${first.id}`)).outcome !== 'complete') throw new Error('the wave is gone after down and up');
  console.log('✓ it is there after down and up');

  for (const name of services) {
    // By id and through the engine itself: compose takes longer than a turn.
    const container = compose('ps', '-q', name).trim();
    let killed = false;
    const wave = await untilOver(api, await startWave(api), () => {
      killed = true;
      for (const command of ['kill', 'start']) execFileSync('docker', [command, container], { stdio: 'ignore' });
    });
    if (!killed) throw new Error(`the wave was over before ${name} could be killed`);
    await untilHealthy(compose);
    console.log(`✓ ${name} killed in the middle of a wave: ${wave.state}, ${wave.outcome ?? 'a person decides'}`);
  }
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
  mkdirSync(join(folder, 'repositories'));
  execFileSync('git', ['clone', '--quiet', root, join(folder, 'repositories', 'parley')]);
  execFileSync(process.execPath, [join(root, 'tools', 'compose-env.mjs'), '--repositories', 'repositories'], { cwd: folder });
  const [web, ui] = [await freePort(), await freePort()];
  const url = `http://localhost:${web}`;
  appendFileSync(join(folder, '.env'), `WEB_URL=${url}\nPARLEY_WEB_PORT=${web}\nPARLEY_TEMPORAL_UI_PORT=${ui}\n`);
  const compose = createCompose(folder);
  try {
    if (!process.argv.includes('--no-build')) compose('build');
    compose('up', '-d');
    await prove(compose, createApi(url));
  } catch (error) {
    console.log(compose('logs', '--tail', '50'));
    throw error;
  } finally {
    compose('down', '--volumes');
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(`✗ ${error.stderr?.trim() || error.message}`);
  process.exitCode = 1;
});
