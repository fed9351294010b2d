// `npm test`: everything that must hold before a change is taken. The last line is the sum of all runners.
// `npm test -- lint jest` runs only the steps that are named.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from './chromium.mjs';
import { startServices } from './with-services.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'test-results');
const modules = join(root, 'node_modules');
const bin = (/** @type {string} */ name) => join(modules, '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const nx = (/** @type {string} */ target) => [
  join(modules, 'nx', 'dist', 'bin', 'nx.js'),
  'run-many',
  '-t',
  target,
  '--output-style=static',
];
const isCi = process.env['CI'] === 'true';
const env = { ...process.env, NX_TUI: 'false', NEXT_TELEMETRY_DISABLED: '1' };

const projects = [
  ...['api', 'worker', 'web', 'slack'].map((app) => `apps/${app}`),
  ...['domain', 'contracts', 'prompts', 'workflows', 'runtimes', 'client', 'testing'].map((lib) => `libs/${lib}`),
  'infra',
];

/** One PostgreSQL and one Temporal server for all steps that need them. @type {Awaited<ReturnType<typeof startServices>> | undefined} */
let started;
const services = async () => (started ??= await startServices()).env;

/** @typedef {{ passed: number, failed: number, skipped: number, notes?: string[] }} Count */
/** @type {{ name: string, title: string, run: () => Promise<Count> }[]} */
const steps = [
  { name: 'format', title: 'Format', run: () => check(bin('prettier'), ['--check', '--log-level=warn', '.']) },
  {
    name: 'boundaries',
    title: 'Import rules',
    run: () => check(bin('depcruise'), ['apps', 'libs', 'infra', 'e2e/src', 'tools', '--config', '.dependency-cruiser.cjs']),
  },
  { name: 'unused', title: 'Unused code', run: () => check(bin('knip'), ['--no-progress']) },
  { name: 'build', title: 'Build', run: () => check(process.execPath, nx('build')) },
  { name: 'types', title: 'Types', run: () => check(process.execPath, nx('typecheck')) },
  { name: 'lint', title: 'Lint', run: lint },
  { name: 'generated', title: 'Generated files', run: generated },
  { name: 'env', title: '.env.example', run: () => check(process.execPath, ['tools/check-env-example.mjs']) },
  { name: 'jest', title: 'Tests', run: jest },
  { name: 'journeys', title: 'Browser journeys', run: journeys },
];

/** Runs a command; its output is shown when it fails. @param {string} command @param {string[]} args @param {{ show?: boolean, extra?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean }} [options] @returns {Promise<boolean>} */
function run(command, args, { show = false, extra = {}, cwd = root, shell = process.platform === 'win32' } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...extra },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      shell,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => ((output += error.message), done(false)));
    child.once('close', (code) => {
      if (code !== 0 && !show) process.stdout.write(`${output.trimEnd().slice(-20_000)}\n`);
      done(code === 0);
    });
  });
}

/** A check counts as one test. @param {string} command @param {string[]} args @returns {Promise<Count>} */
async function check(command, args) {
  const good = await run(command, args);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
}

async function lint() {
  const projects = await run(process.execPath, nx('lint'));
  const rest = await run(bin('eslint'), [
    'tools',
    'eslint.config.mjs',
    ...['preset', 'resolver', 'transform'].map((name) => `jest.${name}.cjs`),
  ]);
  return { passed: projects && rest ? 1 : 0, failed: projects && rest ? 0 : 1, skipped: 0 };
}

/** Every `check:x` script of a project says whether its generated file is what its generator makes now. @returns {Promise<Count>} */
async function generated() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const extra = await services();
  for (const project of projects) {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'));
    for (const name of Object.keys(scripts).filter((script) => script.startsWith('check:'))) {
      const good = await run(scripts[name], [], { extra, cwd: join(root, project), shell: true });
      count[good ? 'passed' : 'failed'] += 1;
    }
  }
  return count;
}

/** @param {string} file @returns {any} what a runner wrote; undefined: it did not get that far */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** @returns {Promise<Count>} */
async function jest() {
  const report = join(results, 'jest.json');
  const args = [
    '--projects',
    ...projects.filter((project) => existsSync(join(root, project, 'jest.config.cjs'))),
    '--maxWorkers=2',
    '--json',
    `--outputFile=${report}`,
  ];
  const good = await run(process.execPath, [join(modules, 'jest', 'bin', 'jest.js'), ...args], { show: true, extra: await services() });
  const found = readReport(report);
  if (!found) return { passed: 0, failed: 1, skipped: 0, notes: ['Jest wrote no report'] };
  // A test file that could not even be loaded has no failed test of its own.
  const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
  return { passed: found.numPassedTests, failed: failed || (good ? 0 : 1), skipped: found.numPendingTests };
}

/** @returns {Promise<Count>} */
async function journeys() {
  const browser = await chromium();
  if ('reason' in browser) {
    const note = `The browser journeys did not run: ${browser.reason}.`;
    return { passed: 0, failed: isCi ? 1 : 0, skipped: isCi ? 0 : 1, notes: [note] };
  }
  const report = join(root, 'e2e', 'test-results', 'report.json');
  rmSync(report, { force: true });
  const extra = { ...(await services()), CHROMIUM_PATH: browser.path };
  const good = await run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], { show: true, extra });
  const stats = readReport(report)?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0, notes: ['Playwright wrote no report'] };
  // A journey that passes only the second time is a failure that hides.
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: failed || (good ? 0 : 1), skipped: stats.skipped };
}

async function main() {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !steps.some((step) => step.name === name));
  if (unknown) {
    console.error(`There is no step ${unknown}. Steps: ${steps.map((step) => step.name).join(', ')}`);
    return 2;
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const began = Date.now();
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const notes = [];
  try {
    for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const since = Date.now();
      console.log(`\n▸ ${step.title}`);
      /** @type {Count} */
      const count = await step.run().catch((error) => ({ passed: 0, failed: 1, skipped: 0, notes: [`${step.title}: ${error.message}`] }));
      for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[key] += count[key];
      notes.push(...(count.notes ?? []), ...(count.failed > 0 ? [`${step.title}: ${count.failed} failed`] : []));
      console.log(`${count.failed === 0 ? '✓' : '✗'} ${step.title} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
    }
  } finally {
    await started?.stop();
  }
  console.log(`\n${((Date.now() - began) / 1000).toFixed(0)} s in all`);
  for (const note of notes) console.log(note);
  console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
  return sum.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
