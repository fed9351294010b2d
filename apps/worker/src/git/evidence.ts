import { limits } from '@parley/domain';
import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileEvidence, mapBounded } from './file-evidence';
import { readIndex } from './index-entries';
import type { Git } from './run-git';
import { type ChangedPath, parseStatus } from './status';

export type Evidence =
  | { status: 'captured'; branch: string | null; headSha: string | null; edited: number; untracked: number; generation: string }
  | { status: 'unreadable'; reason: string };

const filesAtOnce = 16;
/** A tracked file that differs is hashed up to this size. */
const trackedHashBytes = 64 * 1024 * 1024;
const deepest = 3;

/**
 * Everything that can change under an agent, as one hash: HEAD, branch, index, worktree, untracked files, submodules, modes and link targets. Ignored files
 * are not covered. A touched file whose content is the same gives the same hash. The root must be the top folder of a repository, so that nothing above it is read.
 */
export async function gitEvidence(git: Git, root: string, depth = 0): Promise<Evidence> {
  const [top, filters] = await Promise.all([topFolder(git, root), filterSettings(git, root)]);
  if (top === null) return unreadable('This folder is not the top folder of a Git repository, or Git is missing.');
  const statusArgs = [
    ...filters,
    'status',
    '--porcelain=v2',
    '--branch',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-ahead-behind',
  ];
  const [printed, index, target] = await Promise.all([git.text(root, statusArgs), readIndex(git, root), headTarget(git, root)]);
  if (printed.code !== 0 || index === null)
    return unreadable('Git could not tell the state of this repository, or it has too many changes to look at.');

  const { headSha, branch, changes } = parseStatus(printed.text);
  const looked = new Set(changes.filter((change) => change.inWorktree).map((change) => change.path));
  const unseen = index.hidden
    .filter((path) => !looked.has(path))
    .map((path): ChangedPath => ({ kind: 'tracked', path, state: 'hidden', inWorktree: true }));
  const lines = await mapBounded([...changes, ...unseen].sort(byPath), filesAtOnce, (change) => changeLine(git, root, change, depth));
  const modules = await mapBounded(index.gitlinks.sort(), 4, (path) => nested(git, root, path, depth));

  const generation = createHash('sha256');
  for (const line of ['evidence 1', `head ${headSha ?? ''}`, `branch ${target}`, `index ${index.hash}`, ...lines, ...modules])
    generation.update(`${line.length} ${line}\n`);
  const untracked = changes.filter((change) => change.kind === 'untracked').length;
  return { status: 'captured', branch, headSha, edited: changes.length - untracked, untracked, generation: generation.digest('hex') };
}

const unreadable = (reason: string): Evidence => ({ status: 'unreadable', reason });
const byPath = (a: ChangedPath, b: ChangedPath): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

async function changeLine(git: Git, root: string, change: ChangedPath, depth: number): Promise<string> {
  const { kind, path, state, inWorktree } = change;
  // A folder among untracked paths is a repository of its own.
  if (path.endsWith('/')) return `${kind} ${path}\0${await nested(git, root, path, depth)}`;
  const now = inWorktree ? await fileEvidence(root, path, kind === 'tracked' ? trackedHashBytes : limits.untrackedHashBytes) : '';
  return `${kind} ${state} ${path}\0${now}`;
}

/** A submodule, or a repository inside: its own evidence, so that its commit and its edits count. */
async function nested(git: Git, root: string, path: string, depth: number): Promise<string> {
  const folder = join(root, path);
  try {
    if (!(await lstat(folder)).isDirectory()) return `module ${path}\0${await fileEvidence(root, path, limits.untrackedHashBytes)}`;
    await lstat(join(folder, '.git'));
  } catch {
    return `module ${path}\0absent`;
  }
  if (depth >= deepest) return `module ${path}\0too deep`;
  const inner = await gitEvidence(git, folder, depth + 1);
  return `module ${path}\0${inner.status === 'captured' ? inner.generation : 'unreadable'}`;
}

async function topFolder(git: Git, root: string): Promise<string | null> {
  const { code, text } = await git.text(root, ['rev-parse', '--show-toplevel']);
  if (code !== 0) return null;
  const [top, real] = await Promise.all([realpath(text.trimEnd()), realpath(root)]).catch(() => [null, '']);
  return top === real ? top : null;
}

/** Where HEAD points, by name: a detached HEAD and a branch at the same commit differ. */
const headTarget = async (git: Git, root: string): Promise<string> =>
  (await git.text(root, ['symbolic-ref', '--quiet', 'HEAD'])).text.trim();

/** A clean or process filter is a program of the repository's configuration that `status` would start: switched off, one by one. */
async function filterSettings(git: Git, root: string): Promise<string[]> {
  const { text } = await git.text(root, [
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|smudge|process|required)$',
  ]);
  const names = [...new Set(text.split('\0').filter((name) => name !== ''))];
  return names.flatMap((name) => ['-c', name.toLowerCase().endsWith('.required') ? `${name}=false` : `${name}=`]);
}
