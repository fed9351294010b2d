import { parseArgs } from 'node:util';
import { type Lab, openLab } from './lab';
import { faultCases } from './cases-faults';
import { operatorCases } from './cases-operator';
import { busyCases, repeatedCases, stubbornCases } from './cases-repeated';
import { stateCases } from './cases-states';
import { describeRow, describeRun, writeRun } from './report';
import { type Row, runCase, type StopCase } from './run-case';
import { runSweep, type Sweep, sweeps } from './sweep';

interface Group {
  name: string;
  capacity?: number;
  cases?: StopCase[];
  sweeps?: Sweep[];
}
/** Each group has a stack of its own; the longest comes first. */
const groups: Group[] = [
  { name: 'faults', cases: faultCases },
  { name: 'states', cases: stateCases },
  { name: 'repeated', cases: repeatedCases },
  { name: 'stubborn', cases: stubbornCases },
  { name: 'busy', cases: busyCases, capacity: 1 },
  { name: 'sweep', sweeps },
  { name: 'operator', cases: operatorCases },
];
/** Most of the time is waiting. */
const stacksAtOnce = 2;

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '3' }, only: { type: 'string', multiple: true } } });
const repeats = Number(values.repeats);
const wanted = (name: string, group: string): boolean => values.only?.some((only) => name.includes(only) || group === only) ?? true;

async function runGroup(lab: Lab, { name: group, cases = [], sweeps: swept = [] }: Group, tell: (rows: Row[]) => void): Promise<void> {
  for (const stopCase of cases.filter(({ name }) => wanted(name, group)))
    for (let repeat = 1; repeat <= repeats; repeat += 1)
      tell(await runCase(lab, stopCase, repeat).catch((error: Error) => [broken(stopCase.name, repeat, error)]));
  for (const sweep of swept.filter(({ name }) => wanted(name, group)))
    for (let repeat = 1; repeat <= repeats; repeat += 1)
      tell(await runSweep(lab, sweep, repeat).catch((error: Error) => [broken(sweep.name, repeat, error)]));
}

/** A case that could not even be brought about is a finding too. */
const broken = (name: string, repeat: number, error: Error): Row => ({
  ...{ case: name, policy: 'direct', repeat, ended: 'not run', toldMs: null, goneMs: null, settledMs: 0, lateStarts: 0 },
  findings: [{ fault: 'stuck', says: error.message }],
});

async function main(): Promise<void> {
  const begun = new Date();
  const rows: Row[] = [];
  const tell = (done: Row[]): void => {
    rows.push(...done);
    for (const row of done) process.stdout.write(`${describeRow(row)}\n`);
  };
  const queue = groups.filter(({ name: group, cases = [], sweeps: swept = [] }) =>
    [...cases, ...swept].some(({ name }) => wanted(name, group)),
  );
  const lane = async (): Promise<void> => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      const lab = await openLab(group);
      try {
        await runGroup(lab, group, tell);
      } finally {
        await lab.close();
      }
    }
  };
  await Promise.all(Array.from({ length: stacksAtOnce }, lane));
  process.stdout.write(`\n${describeRun(rows)}\n`);
  if (rows.length === 0) throw new Error('no case has that name');
  process.stdout.write(`${writeRun(begun, rows)}\n`);
  process.exitCode = rows.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

void main();
