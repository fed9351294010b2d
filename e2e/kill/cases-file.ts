import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './matrix';
import type { Victim } from './plan';
import type { Outcome } from './run-case';

export type Line = Outcome & { kind: Case['kind']; victims: Victim[]; clean: boolean };

export const results = join(__dirname, 'results');
/** A line for each case that has ended, so that a run that was broken off has not been for nothing. */
export const casesFile = join(results, 'cases.jsonl');

/** What is known of each case: the last word about it. */
export function readCases(): Line[] {
  if (!existsSync(casesFile)) return [];
  const lines = readFileSync(casesFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}
