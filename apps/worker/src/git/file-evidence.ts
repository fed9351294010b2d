import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const executable = 0o111;

/**
 * What a path is now, as one line: kind, executable bit and content. A file above `hashBytes` is told by size and time instead.
 * Links are read, never followed, so that nothing outside of the root is opened.
 */
export async function fileEvidence(root: string, path: string, hashBytes: number): Promise<string> {
  const file = join(root, path);
  try {
    const stat = await lstat(file);
    if (stat.isSymbolicLink()) return `link ${sha256(await readlink(file, { encoding: 'buffer' }))}`;
    if (stat.isDirectory()) return 'folder';
    if (!stat.isFile()) return 'special';
    const mode = stat.mode & executable ? 'x' : '-';
    if (stat.size > hashBytes) return `large ${mode} ${stat.size} ${stat.mtimeMs}`;
    return `file ${mode} ${await contentHash(file)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
    return `unreadable ${code ?? ''}`;
  }
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

async function contentHash(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return sha256(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Runs `work` over all items, a few at a time; results keep the order of the items. */
export async function mapBounded<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array<R>(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return results;
}
