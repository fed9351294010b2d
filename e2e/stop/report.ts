import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './run-case';

const resultsFolder = join(__dirname, 'results');
const ms = (value: number | null): string => (value === null ? '–' : String(value));

export const describeRow = (row: Row): string =>
  `${row.findings.length === 0 ? '·' : '✗'} ${row.case} | ${row.policy} #${row.repeat} | ${row.ended} | told ${ms(row.toldMs)} gone ${ms(row.goneMs)} settled ${row.settledMs} ms` +
  row.findings.map(({ fault, says }) => `\n    ${fault}: ${says}`).join('');

interface Summary {
  cases: number;
  waves: number;
  survivors: number;
  latePhases: number;
  dishonest: number;
  replays: number;
  slow: number;
  stuck: number;
  lateStarts: number;
}

function summarize(rows: readonly Row[]): Summary {
  const count = (fault: string): number => rows.flatMap((row) => row.findings).filter((finding) => finding.fault === fault).length;
  return {
    cases: new Set(rows.map((row) => row.case)).size,
    waves: rows.length,
    survivors: count('survivor'),
    latePhases: count('late phase'),
    dishonest: count('dishonest'),
    replays: count('replay'),
    slow: count('slow'),
    stuck: count('stuck'),
    lateStarts: rows.reduce((sum, row) => sum + row.lateStarts, 0),
  };
}

const most = (values: (number | null)[]): string =>
  ms(values.reduce((high, value) => (value !== null && value > (high ?? -1) ? value : high), null));

/** A row per case: how many waves, the slowest of each measure, and what was found. */
function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.map((row) => row.case))];
  const lines = names.map((name) => {
    const own = rows.filter((row) => row.case === name);
    const faults = own.flatMap((row) => row.findings).length;
    const cells = [
      own.length,
      most(own.map((row) => row.toldMs)),
      most(own.map((row) => row.goneMs)),
      most(own.map((row) => row.settledMs)),
      faults,
    ];
    return [name, ...cells.map(String), [...new Set(own.map((row) => row.ended))].join('; ')];
  });
  const head = ['case', 'waves', 'told', 'gone', 'settled', 'faults', 'ends'];
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => (line[at] ?? '').length)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, at) => (at === 0 || at === 6 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function describeRun(rows: readonly Row[]): string {
  const sum = summarize(rows);
  return (
    `${table(rows)}\n(slowest, in ms after Stop was pressed: the group was told, the last process was gone, the response had settled)\n\n` +
    `${sum.cases} cases, ${sum.waves} waves: ${sum.survivors} survivors, ${sum.latePhases} late phases, ${sum.dishonest} dishonest states, ` +
    `${sum.replays} replays, ${sum.slow} slow, ${sum.stuck} stuck; ${sum.lateStarts} turns began between the Stop and the host's hearing of it`
  );
}

export function writeRun(begun: Date, rows: readonly Row[]): string {
  mkdirSync(resultsFolder, { recursive: true });
  const file = join(resultsFolder, begun.toISOString().replace(/[:.]/g, '-'));
  writeFileSync(
    `${file}.json`,
    `${JSON.stringify({ begun, ended: new Date(), node: process.version, ...summarize(rows), rows }, null, 2)}\n`,
  );
  writeFileSync(`${file}.txt`, `${describeRun(rows)}\n`);
  return `${file}.txt`;
}
