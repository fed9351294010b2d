import { type FileEntry, type GitOptions, listFiles, readText, runGit } from '../../repository-files';
import { outline, type Symbol } from './outline';

export interface SourceFile {
  path: string;
  lines: readonly string[];
  symbols: readonly Symbol[];
}

export interface Hit {
  path: string;
  line: number;
  text: string;
}

/** One mentioned repository as the search and the checks see it. Everything is read once and remembered for the turn. */
export interface Repository {
  readonly label: string;
  readonly files: readonly FileEntry[];
  readonly truncated: boolean;
  file(path: string): SourceFile | undefined;
  /** Number of matching lines by file, letter case ignored. */
  count(text: string): Promise<ReadonlyMap<string, number>>;
  /** Lines that hold the name as a whole word, letter case kept. */
  find(name: string): Promise<readonly Hit[]>;
  /** Lines that match one of the extended regular expressions, letter case ignored; at most `perFile` of each file. */
  match(patterns: readonly string[], perFile: number): Promise<readonly Hit[]>;
}

const grepBytes = 4 * 1024 * 1024;
const grepTimeoutMs = 10_000;
/** Files that repeat what others say, at great length. */
const noise =
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|poetry\.lock|composer\.lock|go\.sum|gemfile\.lock)$|\.(min\.(js|css)|map|snap|svg|lock|csv|tsv|ipynb)$|(^|\/)(node_modules|vendor|third_party|dist|build|coverage|\.next)\//i;

const remember = <T>(make: (key: string) => T): ((key: string) => T) => {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as T;
  };
};

function parseHits(text: string, eligible: ReadonlySet<string>): Hit[] {
  return text.split('\n').flatMap((row): Hit[] => {
    const [path, line, ...rest] = row.split('\0');
    return path && line && eligible.has(path) ? [{ path, line: Number(line), text: rest.join('\0').slice(0, 400) }] : [];
  });
}

/** Opens a root for reading; undefined when Git cannot read it. */
export async function openRepository(
  root: { label: string; path: string },
  options: Pick<GitOptions, 'git'> = {},
): Promise<Repository | undefined> {
  const list = await listFiles(root.path, options);
  if (!list.readable) return undefined;
  const files = list.files.filter((file) => !noise.test(file.path));
  const eligible = new Set(files.map((file) => file.path));
  const all = new Set(list.files.map((file) => file.path));
  const grep = (args: readonly string[]) =>
    runGit(root.path, ['grep', '-z', '-I', '--no-color', '--untracked', '--no-recurse-submodules', ...args], {
      ...options,
      maxBytes: grepBytes,
      timeoutMs: grepTimeoutMs,
    });
  return {
    label: root.label,
    files,
    truncated: list.truncated,
    file: remember((path: string): SourceFile | undefined => {
      const text = all.has(path) ? readText(root.path, path) : undefined;
      if (text === undefined) return undefined;
      const lines = text.split(/\r?\n/);
      if (lines.at(-1) === '') lines.pop();
      return { path, lines, symbols: outline(path, lines) };
    }),
    count: remember(async (text: string) => {
      const { text: rows } = await grep(['-i', '-F', '-c', '-e', text]);
      const counts = new Map<string, number>();
      for (const row of rows.split('\n')) {
        const [path, count] = row.split('\0');
        if (path && count && eligible.has(path)) counts.set(path, Number(count));
      }
      return counts;
    }),
    find: remember(async (name: string) => parseHits((await grep(['-n', '-F', '-w', '-e', name])).text, eligible)),
    match: async (patterns, perFile) =>
      parseHits((await grep(['-n', '-i', '-E', '-m', String(perFile), ...patterns.flatMap((pattern) => ['-e', pattern])])).text, eligible),
  };
}

export const isTestPath = (path: string): boolean =>
  /(^|\/)(tests?|__tests__|spec|e2e)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]+\.py$|_test\.(go|py|rb)$|\.(pg|temporal|replay)\.test\./i.test(
    path,
  );
