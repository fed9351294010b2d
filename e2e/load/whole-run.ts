import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, findingsFile, resultsFolder } from './report';

/** Begins a run with an empty list of findings, and ends it with their table. */
export default function wholeRun(): () => void {
  rmSync(findingsFile, { force: true });
  const begun = new Date();
  return () => {
    if (!existsSync(findingsFile)) return;
    const findings = readFileSync(findingsFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Finding);
    const width = (of: (one: Finding) => string): number => Math.max(...findings.map((one) => of(one).length));
    const [first, second] = [width(({ scenario }) => scenario), width(({ what }) => what)];
    const rows = findings.map(
      ({ scenario, what, seen, held }) => `${held ? ' ' : '✗'} ${scenario.padEnd(first)}  ${what.padEnd(second)}  ${seen}`,
    );
    const failed = findings.filter(({ held }) => !held).length;
    process.stdout.write(`\n${rows.join('\n')}\n\n${findings.length} findings, ${failed} that should not be\n`);
    const name = `${begun.toISOString().replace(/[:.]/g, '-')}.json`;
    writeFileSync(join(resultsFolder, name), `${JSON.stringify({ begun, ended: new Date(), node: process.version, findings }, null, 2)}\n`);
  };
}
