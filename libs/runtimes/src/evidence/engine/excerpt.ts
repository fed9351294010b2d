import { extensionOf } from './outline';
import type { Passage } from './passages';
import type { SourceFile } from './repository';

export interface Excerpt {
  /** The line to cite: the declaration when it is shown, else the best line shown. */
  line: number;
  block: string;
}

const shownLines = 9;
const lineWidth = 160;
const languages: Readonly<Record<string, string>> = {
  mts: 'ts',
  cts: 'ts',
  mjs: 'js',
  cjs: 'js',
  yml: 'yaml',
  markdown: 'md',
  mdx: 'md',
  bash: 'sh',
  zsh: 'sh',
  htm: 'html',
  hpp: 'cpp',
  cc: 'cpp',
  kts: 'kt',
  rb: 'ruby',
  py: 'python',
  rs: 'rust',
};

/** A fence that is longer than any inside, so that an excerpt cannot end its own block. */
export function fenced(text: string, path: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const extension = extensionOf(path);
  return `${fence}${languages[extension] ?? extension}\n${text}\n${fence}`;
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const cut = indents.length > 0 ? Math.min(...indents) : 0;
  return lines.map((line) => line.slice(cut).replace(/\t/g, '  ').trimEnd());
}

/** The few lines of a passage that show best why it was found; they begin at its declaration unless the words are elsewhere. */
export function excerptOf(file: SourceFile, passage: Passage, stems: readonly string[]): Excerpt {
  const first = passage.symbol?.line ?? passage.start;
  const starts = [first];
  for (let line = first + 1; line + shownLines - 1 <= passage.end; line++) starts.push(line);
  const hits = (start: number): number => {
    const text = file.lines
      .slice(start - 1, Math.min(passage.end, start + shownLines - 1))
      .join('\n')
      .toLowerCase();
    return stems.filter((stem) => text.includes(stem)).length + (start === first ? 1.5 : 0);
  };
  const start = starts.reduce((best, line) => (hits(line) > hits(best) ? line : best), first);
  const end = Math.min(passage.end, start + shownLines - 1);
  const lines = dedent(file.lines.slice(start - 1, end)).map((line) =>
    line.length > lineWidth ? `${line.slice(0, lineWidth - 1)}…` : line,
  );
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const count = (index: number): number =>
    stems.filter((stem) => (file.lines[start - 1 + index] ?? '').toLowerCase().includes(stem)).length;
  const bestIndex =
    passage.symbol && start === first ? 0 : lines.reduce((best, _, index) => (count(index) > count(best) ? index : best), 0);
  return { line: start + bestIndex, block: fenced(lines.join('\n'), file.path) };
}
