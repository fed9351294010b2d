import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Line } from './compare';
import type { Machine } from './machine';
import type { Summary } from './statistics';

export interface Report {
  began: string;
  seconds: number;
  quick: boolean;
  machine: Machine;
  lines: Line[];
}

export const resultFile = join(__dirname, 'results', 'latest.json');

export function writeReport(report: Report, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

const number = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const arm = (summary: Summary | null): string => (summary === null ? '' : [summary.p50, summary.p95, summary.p99].map(number).join(' / '));

const columns = ['', 'what', 'Parley p50 / p95 / p99', 'floor p50 / p95 / p99', '', 'measure', 'value (spread)', 'target', 'verdict'];

/** One table, as Markdown, so that it can be read here and pasted there. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ row, what, ours, floor, unit, measure, value, target, verdict }) => [
    ...[row, what, arm(ours), arm(floor), unit, measure],
    value.low === value.high ? number(value.median) : `${number(value.median)} (${number(value.low)}–${number(value.high)})`,
    ...[target ?? '', verdict],
  ]);
  const widths = columns.map((name, i) => Math.max(3, name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const notes = [...new Set(lines.flatMap(({ row, what, note }) => (note === null ? [] : [`${row} ${what}: ${note}`])))];
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ...(notes.length ? ['', ...notes] : [])].join(
    '\n',
  );
}
