import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../process';
import { describeFindings, describeReport, type SilenceReport } from './search-stack';

const readReports = (folder: string): SilenceReport[] =>
  (existsSync(folder) ? readdirSync(folder) : []).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as SilenceReport);

function folderOfThisRun(): string {
  const folder = join(repositoryRoot, 'e2e', 'test-results', 'silence', `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['SILENCE_REPORTS'] = folder;
  return folder;
}

const tellAll = (reports: SilenceReport[]): void => {
  for (const report of reports) process.stdout.write(`  silence of ${describeReport(report)}\n`);
};

/** Global setup of a run: begins with no reports, and ends with those of every stack of it. A finding fails the run, whoever stopped the stack. */
export default function wholeRun(_config?: unknown, folder = folderOfThisRun(), tell = tellAll): () => void {
  rmSync(folder, { recursive: true, force: true });
  return () => {
    const reports = readReports(folder);
    tell(reports);
    writeFileSync(`${folder}.json`, `${JSON.stringify(reports, null, 2)}\n`);
    rmSync(folder, { recursive: true, force: true });
    const findings = reports.flatMap((report) => report.findings);
    if (findings.length > 0) throw new Error(describeFindings(findings));
  };
}
