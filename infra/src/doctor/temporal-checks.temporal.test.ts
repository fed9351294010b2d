import { endChild, freePort, isListening, spawnServer, untilReady } from '../../../tools/processes.mjs';
import { temporalCli } from '../../../tools/temporal-cli.mjs';
import { runCheck } from './check';
import { temporalChecks, temporalClock } from './temporal-checks';

const address = process.env['TEMPORAL_ADDRESS'] ?? '';

test('the server of the tests has the flags that the launcher gives, and the doctor sees their effect', async () => {
  const findings = [];
  for (const check of temporalChecks({ address, namespace: 'default' })) findings.push({ name: check.name, ...(await runCheck(check)) });
  expect(findings.map(({ name }) => name)).toEqual(['Temporal', 'Temporal speed', 'Temporal fairness']);
  // How fast ten hops are depends on the machine's other work; that fairness is on does not.
  expect(findings.filter(({ name, status }) => name !== 'Temporal speed' && status !== 'good')).toEqual([]);
  expect(findings[1]?.detail).toMatch(/^ten hops in \d+ ms/);
}, 180_000);

test('a server with stock flags is named: its hops are slow, and it is not fair', async () => {
  const cli = await temporalCli();
  const ports = { port: await freePort(), httpPort: await freePort(), metricsPort: await freePort() };
  const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--log-level', 'error', '--port', String(ports.port)];
  const child = spawnServer(cli, [...args, '--http-port', String(ports.httpPort), '--metrics-port', String(ports.metricsPort)], {
    dieWithParent: true,
    env: { ...process.env, TEMPORAL_VERSION_CHECK_DISABLED: '1' },
    stdio: 'ignore',
  });
  try {
    await untilReady(child, 'The stock server', () => isListening(ports.port));
    const [, speed, fairness] = temporalChecks({ address: `127.0.0.1:${ports.port}`, namespace: 'default' });
    for (const check of [speed, fairness])
      expect(await runCheck(check!)).toMatchObject({ status: 'bad', way: expect.stringContaining('docs/operate.md') });
  } finally {
    await endChild(child, 'SIGTERM', 5_000);
  }
}, 180_000);

test('the time of the server can be asked', async () => {
  const { at } = await temporalClock({ address, namespace: 'default' }).read();
  expect(Math.abs(at - Date.now())).toBeLessThan(5_000);
}, 30_000);

test('an address where nothing answers is named with a way out', async () => {
  const [reachable] = temporalChecks({ address: '127.0.0.1:1', namespace: 'default' });
  await expect(runCheck(reachable!)).resolves.toMatchObject({
    status: 'bad',
    detail: 'nothing answers at 127.0.0.1:1',
    way: expect.stringContaining('npm start'),
  });
}, 30_000);
