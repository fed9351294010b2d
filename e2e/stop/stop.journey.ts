import { expect, test } from '@playwright/test';
import { faultCases } from './cases-faults';
import { operatorCases } from './cases-operator';
import { repeatedCases, stubbornCases } from './cases-repeated';
import { stateCases } from './cases-states';
import { type Lab, openLab } from './lab';
import { describeRow } from './report';
import { runCase } from './run-case';
import { runSweep, sweeps } from './sweep';

/** The short form of `npm run test:stop`: one run of the cases that differ most. */
const chosen = [
  'behind an earlier response',
  'while the turn is prepared',
  'when the end is journalled and not told',
  'during the correction',
  'when the end cannot be confirmed',
  'two people at once',
  'an operator cancels what waits for a person',
  'an operator resets a running response (last)',
  'the API is killed 50 ms after it accepted the Stop',
];
const cases = [...stateCases, ...stubbornCases, ...repeatedCases, ...operatorCases, ...faultCases];

let lab: Lab;
test.beforeAll(async () => {
  lab = await openLab();
});
test.afterAll(() => lab.close());

for (const name of chosen)
  test(`Stop, ${name}: nothing survives, nothing follows, and the end is honest`, async () => {
    const stopCase = cases.find((one) => one.name === name);
    if (!stopCase) throw new Error(`there is no case "${name}"`);
    const rows = await runCase(lab, stopCase, 1);
    expect(rows.filter(({ findings }) => findings.length > 0).map(describeRow)).toEqual([]);
    expect(rows.length).toBe(stopCase.policies?.length ?? 3);
  });

test('Stop at any time of a team: nothing survives, nothing follows, and the end is honest', async () => {
  const sweep = sweeps.find(({ policy, from }) => policy === 'team' && from === undefined)!;
  const rows = await runSweep(lab, { ...sweep, stepMs: 150 }, 1);
  expect(rows.filter(({ findings }) => findings.length > 0).map(describeRow)).toEqual([]);
  expect(rows.length).toBe(11);
});
