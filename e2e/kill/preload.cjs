// @ts-check
/*
 * Loaded by `node --require` into API, orchestrator and host of a test. It wraps functions of the built output, so that the process, on its way, comes to the
 * points of `points.cjs`; at the one that the plan names, the plan's victims are killed. A function that is not there ends the process at once: a point
 * that nobody can reach must not pass for one that was survived.
 *
 * KILL_DIR holds `plan.json` (see `plan.ts`) and gets a file for each step that was reached. `lose` of the plan makes an answer of the API, or a request to it,
 * disappear instead of a process.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { closeSync, existsSync, openSync, readFileSync, writeSync } = require('node:fs');
const Module = require('node:module');
const { join, sep } = require('node:path');
const { points, operations, activities } = require('./points.cjs');

const folder = process.env['KILL_DIR'] ?? '';
const main = process.argv[1] ?? '';
const app = main.includes(`${sep}apps${sep}api${sep}`) ? 'api' : process.env['WORKER_ROLES'];
const mine = points.filter((point) => point.process === app);
const dist = join(main, '..');

/** @type {Map<string, number>} */
const counts = new Map();

/** @returns {{ id: string, steps: { point: string, nth: number, victims: string[] }[], pids: Record<string, number>, lose?: { endpoint: string, what: string, times: number } } | null} */
function plan() {
  const file = join(folder, 'plan.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** @param {string} name @param {number[]} pids who dies now @returns {boolean} false when somebody else was first */
function claim(name, pids = []) {
  try {
    const file = openSync(join(folder, name), 'wx');
    writeSync(file, [Date.now(), ...pids].join(' '));
    closeSync(file);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id */
function reach(id) {
  const now = plan();
  if (!now) return;
  const step = now.steps.findIndex((_, index) => !existsSync(join(folder, `${now.id}.${index}`)));
  const wanted = now.steps[step];
  if (!wanted || wanted.point !== id) return;
  // A process that has just been started again knows itself before the plan knows its id.
  const others = wanted.victims.filter((victim) => victim !== app).map((victim) => now.pids[victim] ?? 0);
  // Who is being started again cannot be killed yet: a hit without a death would pass for a death that was survived.
  if (!others.every(isAlive)) return;
  const key = `${now.id}.${step}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  const dying = others.length < wanted.victims.length ? [...others, process.pid] : others;
  if (count < wanted.nth || !claim(key, dying)) return;
  for (const pid of dying) process.kill(pid, 'SIGKILL');
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {(place: import('./points.cjs').Place) => boolean} at @param {'before' | 'after'} when */
const reachAll = (at, when) => mine.forEach((point) => point.when === when && at(point.at) && reach(point.id));

/** @param {Function} original @param {(place: import('./points.cjs').Place) => boolean} at @param {(answer: any) => boolean} [counts] */
const around = (original, at, counts = () => true) =>
  /** @this {unknown} @param {any[]} args */
  function wrapped(...args) {
    reachAll(at, 'before');
    const answer = original.apply(this, args);
    const done = (/** @type {any} */ value) => {
      if (counts(value)) reachAll(at, 'after');
      return value;
    };
    return typeof answer?.then === 'function' ? answer.then(done) : done(answer);
  };

/** @type {AsyncLocalStorage<string>} */
const operation = new AsyncLocalStorage();
/** @param {Function} original @param {string} name */
const inOperation = (original, name) =>
  /** @this {unknown} @param {any[]} args */
  function wrapped(...args) {
    return operation.run(name, () => original.apply(this, args));
  };

/** Replacements of exports, by file under dist. @type {Record<string, Record<string, (original: any) => any>>} */
const replaced = {};
/** @param {string} file @param {string} name @param {(original: any) => any} make */
function replace(file, name, make) {
  const known = (replaced[file] ??= {});
  const earlier = known[name];
  known[name] = earlier ? (original) => make(earlier(original)) : make;
}

const emptyAnswers = new Set(['claimDue', 'readLog']);
for (const { at } of mine) {
  if (!at.module || !at.name) continue;
  const { module, name } = at;
  if (replaced[module]?.[name]) continue;
  // A look that found nothing is no step.
  const isStep = (/** @type {any} */ answer) => !emptyAnswers.has(name) || (answer.length ?? answer.events?.length) > 0;
  replace(module, name, (original) => around(original, (place) => place.module === module && place.name === name, isStep));
}
if (app === 'api') {
  for (const [name, place] of Object.entries(operations)) replace(place.module, place.name, (original) => inOperation(original, name));
  replace('curation/activities.js', 'curationActivities', (original) => (/** @type {any[]} */ ...args) => {
    const made = original(...args);
    for (const name of activities) {
      if (typeof made[name] !== 'function') throw new Error(`there is no activity ${name}`);
      made[name] = inOperation(made[name], name);
    }
    return made;
  });
  replace('database/database.js', 'withTransaction', (original) => async (/** @type {any} */ db, /** @type {any} */ work) => {
    const name = operation.getStore();
    if (name === undefined || db.isTransaction) return original(db, work);
    const answer = await original(db, async (/** @type {any} */ trx) => {
      const value = await work(trx);
      reachAll((place) => place.transaction === name, 'before');
      return value;
    });
    reachAll((place) => place.transaction === name, 'after');
    return answer;
  });
}
if (app === 'host') {
  replace('journal/journal.js', 'openJournal', (original) => (/** @type {any[]} */ ...args) => {
    const journal = original(...args);
    for (const method of new Set(mine.flatMap(({ at }) => at.journal ?? []))) {
      if (typeof journal[method] !== 'function') throw new Error(`the journal has no ${method}`);
      journal[method] = around(journal[method], (place) => place.journal === method);
    }
    return journal;
  });
  replace('host/host-api.js', 'createHostApi', (original) => (/** @type {any[]} */ ...args) => {
    const client = original(...args);
    const call = client.call;
    client.call = (/** @type {string} */ name, /** @type {any[]} */ ...rest) => {
      const lost = plan()?.lose;
      if (lost?.what === 'request' && lost.endpoint === name && takeLoss()) return Promise.reject(noAnswer());
      return around(call, (place) => place.call === name).call(client, name, ...rest);
    };
    return client;
  });
}

/** One file for each time that something was lost. */
function takeLoss() {
  const now = plan();
  for (let i = 0; i < (now?.lose?.times ?? 0); i += 1) if (claim(`${now?.id}.lost.${i}`)) return true;
  return false;
}
const noAnswer = () => {
  const { NoAnswerError } = require(require.resolve('@parley/client', { paths: [dist] }));
  return new NoAnswerError();
};

/** @param {string} name @param {string | undefined} method @param {string | undefined} url */
function matches(name, method, url) {
  const { endpoints } = require(require.resolve('@parley/contracts', { paths: [dist] }));
  const endpoint = endpoints[name];
  const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`);
  return endpoint.method === method && pattern.test((url ?? '').split('?')[0] ?? '');
}

/** What was asked for is done; its answer never arrives. */
function loseAnswers() {
  const { Server } = require('node:http');
  const emit = Server.prototype.emit;
  Server.prototype.emit = function wrapped(/** @type {string} */ event, /** @type {any[]} */ ...args) {
    const [request, response] = args;
    if (event === 'request') {
      const end = response.end.bind(response);
      // Asked when the answer is there: a request that is kept open may be older than the plan.
      response.end = (/** @type {any[]} */ ...rest) => {
        const lost = plan()?.lose;
        const isLost = lost?.what === 'answer' && matches(lost.endpoint, request.method, request.url) && takeLoss();
        return isLost ? response.destroy() : end(.../** @type {[]} */ (rest));
      };
    }
    return /** @type {Function} */ (emit).call(this, event, ...args);
  };
}
if (app === 'api') loseAnswers();

/** @type {Set<string>} */
const missing = new Set(Object.entries(replaced).flatMap(([file, names]) => Object.keys(names).map((name) => `${file} ${name}`)));
/** @param {string} file @param {any} exports */
function wrapExports(file, exports) {
  const makers = replaced[file];
  if (!makers) return exports;
  /** @type {Record<string, any>} */
  const made = {};
  for (const [name, make] of Object.entries(makers)) {
    if (typeof exports[name] !== 'function') throw new Error(`${file} exports no ${name}`);
    made[name] = make(exports[name]);
    missing.delete(`${file} ${name}`);
  }
  return new Proxy(exports, { get: (target, name) => (typeof name === 'string' && name in made ? made[name] : target[name]) });
}

const wrapped = new Map();
const load = /** @type {any} */ (Module)._load;
/** @type {any} */ (Module)._load = function loadWrapped(
  /** @type {string} */ request,
  /** @type {any} */ parent,
  /** @type {boolean} */ isMain,
) {
  const exports = load.call(this, request, parent, isMain);
  if (!parent?.filename || !app) return exports;
  if (app === 'orchestrator' && request === '@temporalio/core-bridge' && !wrapped.has('core')) {
    wrapped.set('core', true);
    exports.native.workerCompleteWorkflowActivation = around(
      exports.native.workerCompleteWorkflowActivation,
      (place) => place.core === 'activation',
    );
  }
  if (!request.startsWith('.') || !parent.filename.startsWith(dist)) return exports;
  const path = /** @type {any} */ (Module)._resolveFilename(request, parent);
  if (!wrapped.has(path))
    wrapped.set(
      path,
      wrapExports(
        path
          .slice(dist.length + 1)
          .split(sep)
          .join('/'),
        exports,
      ),
    );
  return wrapped.get(path);
};

setTimeout(() => {
  if (app === 'orchestrator' && !wrapped.has('core')) missing.add('core activation');
  if (missing.size === 0) return;
  console.error(`kill points that do not exist in ${app}: ${[...missing].join(', ')}`);
  process.exit(1);
}, 3_000).unref();
