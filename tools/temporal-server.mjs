// Starts the Temporal dev server with the flags that Parley's timing and fairness depend on.
import { closeSync, openSync } from 'node:fs';
import { endChild, serverEnvironment, spawnServer, untilReady } from './processes.mjs';

/** Search attributes that the wave workflow writes. */
const searchAttributes = ['ParleyConversation', 'ParleyPolicy', 'ParleyState', 'ParleyHost'];

/**
 * The stock dev server polls its queues 20 times a second, which costs 50 ms for every hop of a workflow, and its timers wait up to a second.
 * Unknown keys are accepted silently: `npm run doctor` measures whether these took effect. Values are JSON, so a string needs its quotes.
 */
const dynamicConfig = {
  'matching.useNewMatcher': 'true',
  'matching.enableFairness': 'true',
  'history.transferProcessorMaxPollRPS': '2000',
  'history.timerProcessorMaxPollRPS': '2000',
  'history.visibilityProcessorMaxPollRPS': '2000',
  'history.timerProcessorMaxTimeShift': '"10ms"',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
};

/** Its ports are open before it has all it needs, and it may end then: only an answer shows that it serves. @param {number} httpPort */
async function hasNamespace(httpPort) {
  const url = `http://127.0.0.1:${httpPort}/api/v1/namespaces/default`;
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * @param {object} options
 * @param {string} options.cli
 * @param {number} options.port
 * @param {number} [options.uiPort] absent: without the UI
 * @param {number} options.httpPort
 * @param {number} options.metricsPort
 * @param {string} [options.databaseFile] absent: in memory
 * @param {string} [options.logFile]
 * @param {boolean} [options.dieWithParent]
 * @param {(child: import('node:child_process').ChildProcess) => void} [options.onSpawn]
 */
export async function startTemporal({ cli, port, uiPort, httpPort, metricsPort, databaseFile, logFile, dieWithParent = false, onSpawn }) {
  const args = [
    ...[
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--http-port',
      String(httpPort),
      '--metrics-port',
      String(metricsPort),
    ],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-ip', '127.0.0.1', '--ui-port', String(uiPort), '--ui-disable-news-fetch']),
    ...(databaseFile
      ? ['--db-filename', databaseFile, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL']
      : []),
    ...['--log-level', 'warn', '--disable-config-file', '--disable-config-env'],
    ...searchAttributes.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ...Object.entries(dynamicConfig).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]),
  ];
  const log = logFile ? openSync(logFile, 'a') : undefined;
  const env = { ...serverEnvironment(), TEMPORAL_VERSION_CHECK_DISABLED: '1' };
  const child = spawnServer(cli, args, { env, dieWithParent, detached: true, stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'] });
  if (log !== undefined) closeSync(log);
  onSpawn?.(child);
  await untilReady(child, 'The Temporal server', () => hasNamespace(httpPort));
  return { child, address: `127.0.0.1:${port}`, stop: () => endChild(child, 'SIGTERM', 10_000) };
}
