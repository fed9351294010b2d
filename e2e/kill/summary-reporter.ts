import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from '@playwright/test/reporter';
import { type Line, readCases, results } from './cases-file';

/** The table of a whole run, from the line that each case has left. */
export default class SummaryReporter implements Reporter {
  onEnd(): void {
    const lines = readCases();
    if (lines.length === 0) return;
    const summary = summarize(lines);
    writeFileSync(
      join(results, 'summary.json'),
      `${JSON.stringify({ at: new Date().toISOString(), rows: summary, cases: lines }, null, 2)}\n`,
    );
    const table = tableOf(summary);
    writeFileSync(join(results, 'summary.md'), table);
    console.log(`\n${table}`);
  }
}

interface Row {
  what: string;
  cases: number;
  clean: number;
  kills: number;
  waves: number;
  asked: number;
  missed: number;
  replays: number;
  losses: number;
  doubles: number;
  reading: number;
  slowestMs: number;
}

function summarize(lines: readonly Line[]): Row[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const what = line.kind === 'single' ? `${line.victims.at(-1)} killed` : line.kind;
    groups.set(what, [...(groups.get(what) ?? []), line]);
  }
  return [...groups, ['all', [...lines]] as [string, Line[]]].map(([what, of]): Row => {
    const count = (list: (line: Line) => readonly unknown[]): number => of.reduce((sum, line) => sum + list(line).length, 0);
    return {
      what,
      cases: of.length,
      clean: of.filter((line) => line.clean).length,
      kills: of.reduce((sum, line) => sum + line.victims.length, 0),
      waves: of.reduce((sum, line) => sum + line.waves, 0),
      asked: of.reduce((sum, line) => sum + line.asked, 0),
      missed: count((line) => line.missed),
      replays: count((line) => line.replays),
      losses: count((line) => line.losses),
      doubles: count((line) => line.doubles),
      reading: count((line) => line.reading),
      slowestMs: Math.max(...of.map((line) => line.settledMs)),
    };
  });
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    '',
    'Cases',
    'Clean',
    'Kills',
    'Waves',
    'Asked a person',
    'Not reached',
    'Replays',
    'Losses',
    'Doubles',
    'Stream faults',
    'Slowest',
  ];
  const body = rows.map((row) => [
    row.what,
    ...[row.cases, row.clean, row.kills, row.waves, row.asked, row.missed, row.replays, row.losses, row.doubles, row.reading].map(String),
    `${(row.slowestMs / 1000).toFixed(1)} s`,
  ]);
  const lines = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
