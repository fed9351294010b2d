// Compares .env.example with the variables that the apps' configurations name. Run after the build.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
/** @param {string} path @returns {Record<string, any>} */
const load = (path) => require(join(root, path));
/** @param {{ shape: object }} schema */
const namesOf = (schema) => Object.keys(schema.shape);

/** Set by npm, by the launcher for its children, or by the system: nobody writes these by hand. */
const internal = new Set(['INIT_CWD']);
const known = new Set(
  [
    ...namesOf(load('infra/dist/config/infra.config.js').ConfigSchema),
    ...namesOf(load('apps/api/dist/config/config.js').ConfigSchema),
    ...load('apps/worker/dist/config/worker.config.js').workerEnvironmentNames,
    ...namesOf(load('apps/slack/dist/config/slack.config.js').ConfigSchema),
    // The web server reads one variable of ours and two of Next's.
    ...['API_URL', 'PORT', 'HOSTNAME'],
  ].filter((name) => !internal.has(name)),
);
const written = new Set(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]),
);

const missing = [...known].filter((name) => !written.has(name));
const stale = [...written].filter((name) => !known.has(/** @type {string} */ (name)));
for (const name of missing) console.error(`.env.example lacks ${name}`);
for (const name of stale) console.error(`.env.example names ${name}, which no configuration reads`);
if (missing.length + stale.length > 0) process.exit(1);
