import { realpathSync } from 'node:fs';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { RuntimeRoot } from '../port';
import { type FileList, isSecretPath, listFiles, readText, resolveInside, runGit } from '../repository-files';

/** Bounds of what one call may return; the model is told when something was cut. */
export const toolLimits = {
  entries: 200,
  lines: 400,
  matches: 100,
  lineChars: 300,
  resultBytes: 48 * 1024,
  grepBytes: 512 * 1024,
  grepTimeoutMs: 10_000,
} as const;

const refusal =
  'That path is not readable: it is missing, outside of the repository, a link that leaves it, not text, too large, or may hold secrets.';
const cut = (line: string): string => (line.length > toolLimits.lineChars ? `${line.slice(0, toolLimits.lineChars)}…` : line);

function bounded(lines: readonly string[], max: number): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, max)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > toolLimits.resultBytes) break;
    kept.push(line);
  }
  return kept.length < lines.length ? [...kept, `(${lines.length - kept.length} more are not shown)`].join('\n') : kept.join('\n');
}

interface Target {
  root: RuntimeRoot;
  path: string;
}

/** Reads `label/path`; with one root the label may be left out. */
function targetOf(roots: readonly RuntimeRoot[], written: string): Target | undefined {
  const path = written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const labelled = roots.find((root) => path === root.label || path.startsWith(`${root.label}/`));
  const only = roots.length === 1 ? roots[0] : undefined;
  // A folder of the root may be called like the root itself: what exists decides.
  if (only && path !== '' && (!labelled || resolveInside(only.path, path))) return { root: only, path };
  if (labelled) return { root: labelled, path: path.slice(labelled.label.length + 1) };
  return only ? { root: only, path } : undefined;
}

function listing(roots: readonly RuntimeRoot[], filesOf: (root: RuntimeRoot) => Promise<FileList>) {
  return async ({ path }: { path: string }): Promise<string> => {
    if (roots.length > 1 && /^\.?\/?$/.test(path)) return roots.map((root) => `${root.label}/`).join('\n');
    const target = targetOf(roots, path === '.' || path === '/' ? '' : path);
    if (!target) return refusal;
    const { files, readable } = await filesOf(target.root);
    if (!readable) return 'This repository cannot be read by Git on this host.';
    const prefix = target.path === '' || target.path === '.' ? '' : `${target.path}/`;
    const entries = new Set(
      files.filter((file) => file.path.startsWith(prefix)).map((file) => file.path.slice(prefix.length).replace(/\/.*$/, '/')),
    );
    return entries.size === 0 ? refusal : bounded([...entries].sort(), toolLimits.entries);
  };
}

function reading(roots: readonly RuntimeRoot[]) {
  return async ({ path, from, to }: { path: string; from?: number; to?: number }): Promise<string> => {
    const target = targetOf(roots, path);
    const text = target && target.path !== '' ? readText(target.root.path, target.path) : undefined;
    if (text === undefined) return refusal;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    const start = Math.min(Math.max(1, from ?? 1), Math.max(1, lines.length));
    const wanted = lines
      .slice(start - 1, to === undefined ? undefined : Math.max(start, to))
      .map((line, index) => `${start + index}: ${cut(line)}`);
    return wanted.length === 0 ? '(empty file)' : bounded(wanted, toolLimits.lines);
  };
}

function searching(roots: readonly RuntimeRoot[], filesOf: (root: RuntimeRoot) => Promise<FileList>) {
  return async ({ pattern, path, regex }: { pattern: string; path?: string; regex?: boolean }): Promise<string> => {
    const target = path && !/^\.?\/?$/.test(path) ? targetOf(roots, path) : undefined;
    if (path && !/^\.?\/?$/.test(path) && !target) return refusal;
    const rows: string[] = [];
    for (const root of target ? [target.root] : roots) {
      const { files } = await filesOf(root);
      const eligible = new Set(files.map((file) => file.path));
      const inside = target && target.path !== '' ? ['--', `:(literal)${target.path}`] : [];
      const args = [
        'grep',
        '-z',
        '-n',
        '-I',
        '-i',
        '--no-color',
        '--untracked',
        '--no-recurse-submodules',
        regex ? '-E' : '-F',
        '-e',
        pattern,
        ...inside,
      ];
      const { text } = await runGit(realpathSync(root.path), args, { maxBytes: toolLimits.grepBytes, timeoutMs: toolLimits.grepTimeoutMs });
      for (const row of text.split('\n')) {
        const [file, line, ...rest] = row.split('\0');
        if (file && line && eligible.has(file) && !isSecretPath(file))
          rows.push(`${roots.length > 1 ? `${root.label}/` : ''}${file}:${line}: ${cut(rest.join(' ').trim())}`);
      }
    }
    return rows.length === 0 ? 'No match.' : bounded(rows, toolLimits.matches);
  };
}

/** Three functions of this host that only read, and only inside the roots. There is no other tool, so there is nothing a model could write with. */
export function repositoryTools(roots: readonly RuntimeRoot[], onUse: (what: string) => void): ToolSet {
  if (roots.length === 0) return {};
  const lists = new Map<RuntimeRoot, Promise<FileList>>();
  const filesOf = (root: RuntimeRoot): Promise<FileList> => {
    const list = lists.get(root) ?? listFiles(root.path);
    lists.set(root, list);
    return list;
  };
  const [list, read, grep] = [listing(roots, filesOf), reading(roots), searching(roots, filesOf)];
  const used =
    <I, O>(verb: string, what: (input: I) => string, run: (input: I) => Promise<O>) =>
    (input: I): Promise<O> => {
      onUse(`${verb} ${what(input)}`.slice(0, 200));
      return run(input);
    };
  const path = z.string().max(1024);
  const line = z.number().int().positive();
  return {
    list: tool({
      description: 'Lists files and folders of a repository folder. "" is the top.',
      inputSchema: z.object({ path }),
      execute: used('Listing', (input) => input.path || 'the top folder', list),
    }),
    read: tool({
      description: `Reads a text file with line numbers, at most ${toolLimits.lines} lines at once; "from" and "to" are lines.`,
      inputSchema: z.object({ path, from: line.optional(), to: line.optional() }),
      execute: used('Reading', (input) => input.path, read),
    }),
    grep: tool({
      description: `Finds lines that hold a text (or match a POSIX extended regular expression), letter case ignored, at most ${toolLimits.matches}.`,
      inputSchema: z.object({ pattern: z.string().min(1).max(300), path: path.optional(), regex: z.boolean().optional() }),
      execute: used('Searching', (input) => input.pattern, grep),
    }),
  };
}
