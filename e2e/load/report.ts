import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Finding {
  scenario: string;
  what: string;
  /** What was measured or seen, in a few words. */
  seen: string;
  held: boolean;
}

export const resultsFolder = join(__dirname, 'results');
export const findingsFile = join(resultsFolder, 'findings.jsonl');

/** Says what was found as soon as it is known: a line for whoever waits, and a row of the table at the end. Several of them are one test's verdict. */
export function reporter(scenario: string): {
  found(what: string, seen: string | number, held?: boolean): void;
  /** Fails with everything that did not hold. */
  verdict(): void;
} {
  const findings: Finding[] = [];
  return {
    found(what, seen, held = true) {
      const finding = { scenario, what, seen: String(seen), held };
      findings.push(finding);
      process.stdout.write(`  ${held ? '·' : '✗'} ${scenario}: ${what}: ${finding.seen}\n`);
      if (process.env['LOAD_RESULTS'] !== '1') return;
      mkdirSync(resultsFolder, { recursive: true });
      appendFileSync(findingsFile, `${JSON.stringify(finding)}\n`);
    },
    verdict() {
      const failed = findings.filter(({ held }) => !held);
      if (failed.length > 0) throw new Error(failed.map(({ what, seen }) => `${what}: ${seen}`).join('\n'));
    },
  };
}
