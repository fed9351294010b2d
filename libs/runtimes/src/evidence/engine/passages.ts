import type { SourceFile } from './repository';
import type { Symbol } from './outline';

/** A piece of a file that is about one thing: a declaration with its comment, a section of a document, or a window of plain text. */
export interface Passage {
  path: string;
  /** First and last line, counted from 1, both included. */
  start: number;
  end: number;
  symbol: Symbol | undefined;
  /** The declaration around this one: a test inside a `describe`, a setting inside a constant. */
  within: Symbol | undefined;
}

const maxLines = 80;
const windowLines = 30;
const commentLine = /^\s*(\/\/|\/\*|\*|#(?!\s*(include|define))|--|"""|''')/;

const importLine =
  /^\s*(import\b|export\s.*\bfrom\s*['"]|\}\s*from\s*['"]|from\s+\S+\s+import\b|#\s*include\b|using\s|use\s|package\s|require\b|(const|let|var)\s.*\brequire\()/;

/** Lines that only name what a file uses: they repeat the words of other files and say nothing about them. */
function isImports(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '' && !commentLine.test(line));
  return written.length > 0 && written.filter((line) => importLine.test(line)).length >= 0.75 * written.length;
}

function commentAbove(lines: readonly string[], line: number): number {
  let start = line;
  while (start > 1 && line - start < 12 && commentLine.test(lines[start - 2] ?? '')) start -= 1;
  return start;
}

function lastLine(lines: readonly string[], start: number, before: number): number {
  let end = Math.min(before, start + maxLines - 1);
  while (end > start && (lines[end - 1] ?? '').trim() === '') end -= 1;
  return end;
}

/** Where what follows no longer belongs to the symbol: the next one at the same depth or further out. */
function endOf(file: SourceFile, index: number): number {
  const symbol = file.symbols[index] as Symbol;
  if (symbol.kind === 'setting') return symbol.line;
  const heading = symbol.kind === 'heading';
  const next = file.symbols.slice(index + 1).find((other) => (heading ? true : other.depth <= symbol.depth));
  const limit = next ? (heading ? next.line : commentAbove(file.lines, next.line)) - 1 : file.lines.length;
  return lastLine(file.lines, symbol.line, Math.max(symbol.line, limit));
}

const enclosing = (file: SourceFile, index: number): Symbol | undefined => {
  const symbol = file.symbols[index] as Symbol;
  return file.symbols.slice(0, index).findLast((other) => other.depth < symbol.depth && other.kind !== 'setting');
};

/** Cuts a file into passages. They may overlap: a class and its methods are both worth naming. */
export function passagesOf(file: SourceFile): Passage[] {
  const passages = file.symbols.map((symbol, index): Passage => {
    const start = symbol.kind === 'setting' || symbol.kind === 'heading' ? symbol.line : commentAbove(file.lines, symbol.line);
    return { path: file.path, start, end: endOf(file, index), symbol, within: enclosing(file, index) };
  });
  const first = file.symbols[0]?.line ?? file.lines.length + 1;
  const plainEnd = file.symbols.length === 0 ? file.lines.length : Math.min(first - 1, 3 * windowLines);
  for (let start = 1; start <= plainEnd; start += windowLines) {
    const end = lastLine(file.lines, start, Math.min(plainEnd, start + windowLines - 1));
    if (isImports(file.lines.slice(start - 1, end))) continue;
    passages.push({ path: file.path, start, end, symbol: undefined, within: undefined });
  }
  return passages;
}

/** The declaration whose lines hold this line, the innermost one; undefined in front of the first. */
export function declarationAt(file: SourceFile, line: number): Passage | undefined {
  return passagesOf(file)
    .filter((passage) => passage.symbol && passage.start <= line && line <= passage.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** The sentence with which the comment above a declaration begins, as its author wrote it. */
export function commentOf(file: SourceFile, passage: Passage): string | undefined {
  if (!passage.symbol || passage.start >= passage.symbol.line) return undefined;
  const text = file.lines
    .slice(passage.start - 1, passage.symbol.line - 1)
    .map((line) =>
      line
        .replace(/^\s*(\/\*\*?|\*\/|\*|\/\/+|#+|--)\s?/, '')
        .replace(/\*\/\s*$/, '')
        .trim(),
    )
    .join(' ')
    .trim();
  const sentence = (/^.{20,}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).trim();
  return sentence.length >= 12 && sentence.length <= 300 && !/eslint|@ts-|^@|copyright|license/i.test(sentence) ? sentence : undefined;
}
