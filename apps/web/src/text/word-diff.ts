export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const words = (value: string): string[] => value.match(/\s+|[^\s]+/g) ?? [];
/** White space is equal to white space: a line break that moved is no change. */
const same = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.trim() === '' && b.trim() === '');

/** More different words than this are shown as one replacement; the search grows with the square of it. */
const mostEdits = 1_500;

/** Myers' greedy search for the shortest edit script. Undefined when there are too many edits. */
function editScript(a: readonly string[], b: readonly string[]): ('same' | 'added' | 'removed')[] | undefined {
  const most = Math.min(a.length + b.length, mostEdits);
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  const at = (map: Map<number, number>, k: number): number => map.get(k) ?? -1;
  for (let d = 0; d <= most; d += 1) {
    const next = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1)) ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < a.length && x - k < b.length && same(a[x], b[x - k])) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) {
        trace.push(reach);
        return backtrack(trace, a.length, b.length, at);
      }
    }
    trace.push(reach);
    reach = new Map([...reach, ...next]);
  }
  return undefined;
}

function backtrack(
  trace: readonly Map<number, number>[],
  aLength: number,
  bLength: number,
  at: (map: Map<number, number>, k: number) => number,
): ('same' | 'added' | 'removed')[] {
  const script: ('same' | 'added' | 'removed')[] = [];
  let x = aLength;
  let y = bLength;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reach = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const previous = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1)) ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : at(reach, previous);
    const previousY = d === 0 ? 0 : previousX - previous;
    while (x > previousX && y > previousY) {
      script.push('same');
      x -= 1;
      y -= 1;
    }
    if (d > 0) script.push(x === previousX ? 'added' : 'removed');
    x = previousX;
    y = previousY;
  }
  return script.reverse();
}

/** Word-level difference. Neighbours of one kind are joined; a single space between two changes belongs to the change. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const a = words(before);
  const b = words(after);
  const script = editScript(a, b);
  if (script === undefined)
    return [
      { kind: 'added', text: after },
      { kind: 'removed', text: before },
    ];
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  const push = (kind: DiffPart['kind'], value: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += value;
    else parts.push({ kind, text: value });
  };
  for (const step of script) {
    if (step === 'removed') push('removed', a[i++] ?? '');
    else if (step === 'added') push('added', b[j++] ?? '');
    else {
      push('same', b[j++] ?? '');
      i += 1;
    }
  }
  return joinChanges(parts);
}

/** `removed added space removed added` reads better as one change than as two. */
function joinChanges(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let added = '';
  let removed = '';
  const close = (): void => {
    if (added !== '') joined.push({ kind: 'added', text: added });
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    added = '';
    removed = '';
  };
  parts.forEach((part, index) => {
    if (part.kind === 'added') added += part.text;
    else if (part.kind === 'removed') removed += part.text;
    else if (
      part.text.trim() === '' &&
      added + removed !== '' &&
      !part.text.includes('\n') &&
      parts[index + 1] !== undefined &&
      parts[index + 1]?.kind !== 'same'
    ) {
      if (added !== '') added += part.text;
      if (removed !== '') removed += part.text;
      if (added === '') {
        close();
        joined.push({ kind: 'same', text: part.text });
      }
    } else {
      close();
      joined.push({ ...part });
    }
  });
  close();
  return joined;
}
