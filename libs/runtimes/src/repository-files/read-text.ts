import { readFileSync, statSync } from 'node:fs';
import { resolveInside } from './contained';
import { fileLimits } from './list-files';

/** The text of a file inside a root; undefined when it may not be read, is too large, or is binary (a NUL in its first 8 KiB). */
export function readText(root: string, path: string): string | undefined {
  const real = resolveInside(root, path);
  if (!real) return undefined;
  try {
    const stat = statSync(real);
    if (!stat.isFile() || stat.size > fileLimits.fileBytes) return undefined;
    const content = readFileSync(real);
    return content.subarray(0, 8192).includes(0) ? undefined : content.toString('utf8');
  } catch {
    return undefined;
  }
}
