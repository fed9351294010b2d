export interface Segment {
  code: boolean;
  text: string;
}

const fenceLine = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/;

interface Fence {
  indent: number;
  mark: string;
}

/**
 * A Markdown text cut into code and prose; joined, it is the same text again. In doubt it is prose, which is filtered: code spans
 * end with their line, and an indented fence ends with the first line that is indented less, as the end of its list item would.
 */
export function codeSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let fence: Fence | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\n$/, '');
    if (fence !== undefined && fence.indent > 0 && bare.trim() !== '' && indentOf(bare) < fence.indent) fence = undefined;
    if (fence !== undefined) {
      push(segments, true, line);
      if (closes(bare, fence)) fence = undefined;
      continue;
    }
    fence = opened(bare);
    if (fence === undefined) spans(line, segments);
    else push(segments, true, line);
  }
  return segments;
}

function opened(line: string): Fence | undefined {
  const [, indent, mark, info] = fenceLine.exec(line) ?? [];
  if (indent === undefined || mark === undefined || info === undefined) return undefined;
  return mark.startsWith('`') && info.includes('`') ? undefined : { indent: indent.length, mark };
}

function closes(line: string, fence: Fence): boolean {
  const [, , mark, rest] = fenceLine.exec(line) ?? [];
  return mark !== undefined && mark.charAt(0) === fence.mark.charAt(0) && mark.length >= fence.mark.length && rest?.trim() === '';
}

/** Whether an odd number of backslashes stands before this place. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Backtick spans of one line: a run closes at the next run of the same length. Escapes count before an opening run, not inside. */
function spans(line: string, segments: Segment[]): void {
  const runs = [...line.matchAll(/`+/g)];
  // A length that found no end once will find none further on: without this, text made for it would take quadratic time.
  const endless = new Set<number>([0]);
  let at = 0;
  for (const [i, run] of runs.entries()) {
    if (run.index < at) continue;
    const skipped = isEscaped(line, run.index) ? 1 : 0;
    const length = run[0].length - skipped;
    if (endless.has(length)) continue;
    let j = i + 1;
    while (j < runs.length && runs[j]?.[0].length !== length) j += 1;
    const close = runs[j];
    if (close === undefined) {
      endless.add(length);
      continue;
    }
    push(segments, false, line.slice(at, run.index + skipped));
    at = close.index + close[0].length;
    push(segments, true, line.slice(run.index + skipped, at));
  }
  push(segments, false, line.slice(at));
}

function push(segments: Segment[], code: boolean, text: string): void {
  const last = segments.at(-1);
  if (text === '') return;
  if (last?.code === code) last.text += text;
  else segments.push({ code, text });
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
