/** A path of the worktree that differs from the index, or that the index does not know. */
export interface ChangedPath {
  kind: 'tracked' | 'untracked';
  path: string;
  /** What status says of it, content aside: two letters, modes and object ids; empty for untracked paths. */
  state: string;
  /** Whether the worktree differs from the index, so that its content must be looked at. */
  inWorktree: boolean;
}
export interface Status {
  headSha: string | null;
  branch: string | null;
  changes: ChangedPath[];
}

/** Fields before the path of each kind of line; paths may contain spaces. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10 };

/** Reads `git status --porcelain=v2 --branch -z --no-renames`. Throws on a line it does not know: guessing would hide a change. */
export function parseStatus(text: string): Status {
  const status: Status = { headSha: null, branch: null, changes: [] };
  for (const line of text.split('\0')) {
    if (line === '') continue;
    const kind = line.charAt(0);
    if (kind === '#') {
      const [, name, value] = line.split(' ', 3);
      if (name === 'branch.oid' && value !== '(initial)') status.headSha = value ?? null;
      if (name === 'branch.head' && value !== '(detached)') status.branch = line.slice('# branch.head '.length);
    } else if (kind === '?') {
      status.changes.push({ kind: 'untracked', path: line.slice(2), state: '', inWorktree: true });
    } else {
      const count = fieldsBefore[kind];
      if (count === undefined) throw new Error('unknown status line');
      const fields = line.split(' ', count);
      const state = fields.join(' ');
      status.changes.push({
        kind: 'tracked',
        path: line.slice(state.length + 1),
        state,
        inWorktree: kind === 'u' || fields[1]?.charAt(1) !== '.',
      });
    }
  }
  return status;
}
