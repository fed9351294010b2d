import { createHash } from 'node:crypto';
import type { Git } from './run-git';

export interface IndexEvidence {
  hash: string;
  /** Paths of submodules. */
  gitlinks: string[];
  /** Paths that `git status` was told not to look at (assume-unchanged, skip-worktree): looked at here nevertheless. */
  hidden: string[];
}

const nul = 0;
const space = 0x20;
const upperH = 0x48;
/** `160000`, the mode of a submodule. */
const gitlink = Buffer.from('160000 ');

/** Hashes the index as Git prints it and picks out the few entries that need a look of their own, without making a string of each line. */
export async function readIndex(git: Git, root: string): Promise<IndexEvidence | null> {
  const hash = createHash('sha256');
  const found: IndexEvidence = { hash: '', gitlinks: [], hidden: [] };
  let rest: Buffer = Buffer.alloc(0);
  const { code } = await git.stream(root, ['ls-files', '--stage', '-v', '-z'], (chunk) => {
    hash.update(chunk);
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = data.indexOf(nul, from); end !== -1; end = data.indexOf(nul, from)) {
      const ordinary = data[from] === upperH && data[from + 1] === space && data[from + 2] === 0x31 && data[from + 3] !== 0x36;
      if (!ordinary) pick(data.subarray(from, end), found);
      from = end + 1;
    }
    rest = data.subarray(from);
  });
  return code === 0 ? { ...found, hash: hash.digest('hex') } : null;
}

function pick(line: Buffer, found: IndexEvidence): void {
  const path = line.subarray(line.indexOf(0x09) + 1).toString('utf8');
  if (line.subarray(2, 2 + gitlink.length).equals(gitlink)) found.gitlinks.push(path);
  const tag = line.toString('latin1', 0, 1);
  if (tag === 'S' || tag !== tag.toUpperCase()) found.hidden.push(path);
}
