import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { type ManagedProcess, repositoryRoot } from '../process';
import { createFinder, type Needle } from './finder';
import { isAllowed } from './places';
import { type ProcessWatch, watchProcesses } from './processes';
import { searchTemporal } from './temporal';
import { textsOfDatabase, textsOfRepository } from './texts';

export interface Finding {
  stack: string;
  place: string;
  kind: string;
}
export interface SilenceReport {
  stack: string;
  findings: Finding[];
  /** Bytes that were searched, by place. */
  searched: Record<string, number>;
  /** What could not be read, because its process had been killed. */
  unread: string[];
  needles: number;
  workflows: number;
  histories: number;
  looks: number;
  ms: number;
}

export interface SearchedStack {
  name: string;
  folder: string;
  processes: Record<string, ManagedProcess | null>;
  /** Addresses that serve `/metrics`, `/readyz` or both, by process. */
  served: Record<string, string>;
  temporalAddress: string;
  databaseUrl: string;
  repositoryPaths: string[];
  secrets: Needle[];
}

export interface Silence {
  /** Something that must not be found anywhere but where it belongs. */
  mustNotLeak(kind: string, value: string): void;
  /** An answer that a client got and that was a refusal. */
  refused(problem: string): void;
  /** Reads what only running processes tell. Before they are stopped. */
  askProcesses(): Promise<void>;
  /** Reads what they have left behind. After they are stopped, before their folder is removed. */
  searchFiles(): Promise<SilenceReport>;
}

/** Each run has a folder of its own, named by its setup for all its processes, so that two runs at once do not judge each other. */
const folderOfReports = (): string => process.env['SILENCE_REPORTS'] ?? join(repositoryRoot, 'e2e', 'test-results', 'silence', 'alone');
const largestFile = 256 * 1024 * 1024;
const patienceMs = 20_000;
const isAlive = (one: ManagedProcess | null | undefined): boolean => existsSync(`/proc/${one?.pid || 'nobody'}/stat`);

async function textAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  return response.status === 404 ? '' : response.text();
}

/** The journal without the ends of turns: they stay in it until the API has them, and for a while after. */
function journalText(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare('select * from turn').all();
    return JSON.stringify(rows.map(({ terminal: _, ...row }) => row));
  } finally {
    db.close();
  }
}

/** For a stack that is only measured. */
export const watchNothing: Pick<Silence, 'mustNotLeak' | 'refused'> = { mustNotLeak: () => undefined, refused: () => undefined };

/** Watches a stack from its first moment to its last, and then looks for its secrets and its people's words in everything that it left. */
export function watchStack(stack: SearchedStack): Silence {
  const needles: Needle[] = [...stack.secrets];
  const problems: string[] = [];
  const held: { place: string; bytes: Uint8Array }[] = [];
  const unread: string[] = [];
  const counts = { workflows: 0, histories: 0, ms: 0 };
  const keep = (place: string, text: string | Uint8Array): void =>
    void held.push({ place, bytes: typeof text === 'string' ? Buffer.from(text) : text });
  const roots = () => Object.entries(stack.processes).map(([name, one]) => ({ name, pid: isAlive(one) ? one!.pid : 0 }));
  const watch: ProcessWatch = watchProcesses(roots, () => [join(stack.folder, 'host', 'scratch')]);
  /** What a killed process cannot tell is named; one that was started again a moment ago is waited for; what a living one does not tell is an error. */
  const unlessDead = async (what: string, one: ManagedProcess | null | undefined, read: () => Promise<void>): Promise<void> => {
    for (const end = performance.now() + patienceMs; ; await delay(200)) {
      try {
        return await read();
      } catch (error) {
        if (!isAlive(one)) return void unread.push(what);
        if (performance.now() > end) throw new Error(`${what} could not be searched`, { cause: error });
      }
    }
  };

  return {
    mustNotLeak: (kind, value) => void needles.push({ kind, value }),
    refused: (problem) => void problems.push(problem),
    async askProcesses() {
      const began = performance.now();
      const { api, orchestrator, temporal, postgres } = stack.processes;
      await unlessDead('the words in the database', postgres ?? api, async () => {
        needles.push(...(await textsOfDatabase(stack.databaseUrl)));
      });
      for (const path of stack.repositoryPaths) needles.push(...textsOfRepository(path));
      await unlessDead('histories', temporal, async () => {
        const found = await searchTemporal(stack.temporalAddress, isAlive(orchestrator));
        Object.assign(counts, { workflows: found.workflows, histories: found.histories });
        for (const { place, text } of found.held) keep(place, text);
      });
      for (const [name, url] of Object.entries(stack.served))
        await unlessDead(`metrics of ${name}`, stack.processes[name], async () => {
          keep(`metrics of ${name}`, await textAt(`${url}/metrics`));
          if (name !== 'temporal') keep(`readiness of ${name}`, await textAt(`${url}/readyz`));
        });
      watch.stop();
      counts.ms += performance.now() - began;
    },
    async searchFiles() {
      const began = performance.now();
      for (const problem of problems) keep('problem documents', problem);
      for (const [place, texts] of watch.seen) keep(place, [...texts].join('\n'));
      const names = readdirSync(stack.folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('postgres/'));
      keep('names of files', names.join('\n'));
      for (const name of names.filter((one) => !one.includes('/'))) {
        const file = join(stack.folder, name);
        if (!statSync(file).isFile() || statSync(file).size > largestFile) continue;
        if (name.endsWith('.log') && name !== 'scripted.log') keep(`log of ${basename(name, '.log')}`, readFileSync(file));
        if (name.startsWith('temporal.db')) keep('files of the Temporal server', readFileSync(file));
      }
      const journal = join(stack.folder, 'host', 'journal.db');
      if (existsSync(journal)) keep('journal without the ends of turns', journalText(journal));

      const finder = createFinder(needles);
      const searched: Record<string, number> = {};
      const findings = new Map<string, Finding>();
      for (const { place, bytes } of held) {
        searched[place] = (searched[place] ?? 0) + bytes.byteLength;
        for (const kind of finder.kindsIn(bytes))
          if (!isAllowed(place, kind)) findings.set(`${place}: ${kind}`, { stack: stack.name, place, kind });
      }
      const ms = Math.round(counts.ms + performance.now() - began);
      return {
        ...{ stack: stack.name, findings: [...findings.values()], searched, unread, needles: finder.size },
        ...{ ...counts, looks: watch.looks, ms },
      };
    },
  };
}

/** Keeps a report for the end of the whole run, and fails when there is a finding. */
export function judge(report: SilenceReport, folder = folderOfReports()): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${report.stack}-${randomUUID()}.json`), `${JSON.stringify(report, null, 2)}\n`);
  if (report.findings.length > 0) throw new Error(describeFindings(report.findings));
}

export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ stack, place, kind }) => `  ${stack}: ${kind} in ${place}`);
  return `What must stay silent was found where it does not belong:\n${lines.join('\n')}`;
}

export function describeReport({ stack, findings, searched, unread, needles, workflows, histories, looks, ms }: SilenceReport): string {
  const kb = Math.round(Object.values(searched).reduce((sum, bytes) => sum + bytes, 0) / 1024);
  const missing = unread.length === 0 ? '' : `; not readable: ${unread.join(', ')}`;
  return `${stack}: ${findings.length} findings of ${needles} canaries in ${histories} of ${workflows} histories, ${Object.keys(searched).length} places, ${kb} KB, ${looks} looks at processes (${ms} ms)${missing}`;
}
