import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeFindings, describeReport, folderOfReports, type SilenceReport } from './search-stack';

/** Global setup of a run: begins with no reports, and ends with those of every stack of it. A finding fails the run, whoever stopped the stack. */
export default function wholeRun(): () => void {
  rmSync(folderOfReports, { recursive: true, force: true });
  return () => {
    const files = existsSync(folderOfReports) ? readdirSync(folderOfReports) : [];
    const reports = files.map((file) => JSON.parse(readFileSync(join(folderOfReports, file), 'utf8')) as SilenceReport);
    for (const report of reports) process.stdout.write(`  silence of ${describeReport(report)}\n`);
    const findings = reports.flatMap((report) => report.findings);
    if (findings.length > 0) throw new Error(describeFindings(findings));
  };
}
