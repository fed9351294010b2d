import { parseArgs } from 'node:util';
import { startBench } from './bench';
import type { Line } from './compare';
import { describeMachine } from './machine';
import { type Report, resultFile, tableOf, writeReport } from './report';
import { rows } from './rows/rows';

const usage = `usage: npm run bench -- [rows] [--quick]

Rows: ${rows.map(({ id, what }) => `${id} (${what})`).join(', ')}. Without names: all but flat.
--quick: a short proof that the rows work; its numbers are judged by nobody.
--share: of the waves of flat, for example 0.1.
--out: the file for all numbers instead of ${resultFile}.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      share: { type: 'string', default: '1' },
      out: { type: 'string', default: resultFile },
      help: { type: 'boolean', default: false },
    },
  });
  const wanted = positionals.map((name) => rows.find((row) => row.id.toLowerCase() === name.toLowerCase()));
  if (values.help || wanted.includes(undefined)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const chosen = positionals.length === 0 ? rows.filter((row) => !row.onRequest) : rows.filter((row) => wanted.includes(row));
  const began = new Date();
  const seconds = (): number => Math.round((Date.now() - began.getTime()) / 1000);
  const say = (text: string): void => void process.stderr.write(`  ${String(seconds()).padStart(4)} s  ${text}\n`);

  const { temporalCli } = await import('../../tools/temporal-cli.mjs');
  const bench = await startBench({ quick: values.quick, share: Number(values.share), say });
  const report: Report = {
    ...{ began: began.toISOString(), seconds: 0, quick: values.quick, lines: [] },
    machine: await describeMachine(bench.sql, await temporalCli()),
  };
  let failed = 0;
  try {
    for (const { id, what, run } of chosen) {
      say(`${id} ${what}`);
      try {
        const measured = await run(bench);
        const lines = values.quick ? measured.map((line): Line => ({ ...line, verdict: 'shown' })) : measured;
        report.lines.push(...lines);
        process.stderr.write(`${tableOf(lines)}\n`);
      } catch (error) {
        failed += 1;
        process.stderr.write(`${id} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      }
      report.seconds = seconds();
      writeReport(report, values.out);
    }
  } finally {
    await bench.close();
  }
  const { machine } = report;
  process.stdout.write(
    `\n${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.system}; load before ${machine.loadBefore.join(' ')}; ` +
      `${Object.entries(machine.versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}; ${report.seconds} s\n\n${tableOf(report.lines)}\n\nAll numbers: ${values.out}\n`,
  );
  return failed === 0 ? 0 : 1;
}

void main().then((code) => (process.exitCode = code));
