import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type GitOptions, runGit } from './git';
import { isSecretPath } from './secret-path';

export interface FileEntry {
  path: string;
  bytes: number;
}

export interface FileList {
  readable: boolean;
  files: FileEntry[];
  /** More files exist than were listed. */
  truncated: boolean;
}

export const fileLimits = { files: 50_000, fileBytes: 512 * 1024, listBytes: 8 * 1024 * 1024, gitTimeoutMs: 20_000 } as const;

/**
 * Every file of a root that may be read: tracked or untracked, not ignored, regular (a link is never followed), not secret by name, not huge.
 * Sorted by path, so that what is built from it is the same each time.
 */
export async function listFiles(root: string, options: Pick<GitOptions, 'git'> = {}): Promise<FileList> {
  const listed = await runGit(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    ...options,
    maxBytes: fileLimits.listBytes,
    timeoutMs: fileLimits.gitTimeoutMs,
  });
  if (!listed.ok) return { readable: false, files: [], truncated: false };
  const paths = [...new Set(listed.text.split('\0'))].filter((path) => path !== '' && !isSecretPath(path)).sort();
  const real = realpathSync(root);
  const files = paths.slice(0, fileLimits.files).flatMap((path): FileEntry[] => {
    try {
      const stat = lstatSync(join(real, path));
      return stat.isFile() && stat.size <= fileLimits.fileBytes ? [{ path, bytes: stat.size }] : [];
    } catch {
      return [];
    }
  });
  return { readable: true, files, truncated: listed.truncated || paths.length > fileLimits.files };
}
