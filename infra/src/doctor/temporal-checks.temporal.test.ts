import { runCheck } from './check';
import { temporalChecks } from './temporal-checks';

const address = process.env['TEMPORAL_ADDRESS'] ?? '';

test('the server of the tests has the flags that the launcher gives, and the doctor sees their effect', async () => {
  const findings = [];
  for (const check of temporalChecks({ address, namespace: 'default' })) findings.push({ name: check.name, ...(await runCheck(check)) });
  expect(findings.map(({ name }) => name)).toEqual(['Temporal', 'Temporal speed', 'Temporal fairness']);
  // How fast ten hops are depends on the machine's other work; that fairness is on does not.
  expect(findings.filter(({ name, status }) => name !== 'Temporal speed' && status !== 'good')).toEqual([]);
  expect(findings[1]?.detail).toMatch(/^ten hops in \d+ ms/);
}, 90_000);

test('an address where nothing answers is named with a way out', async () => {
  const [reachable] = temporalChecks({ address: '127.0.0.1:1', namespace: 'default' });
  await expect(runCheck(reachable!)).resolves.toMatchObject({
    status: 'bad',
    detail: 'nothing answers at 127.0.0.1:1',
    way: expect.stringContaining('npm start'),
  });
}, 30_000);
