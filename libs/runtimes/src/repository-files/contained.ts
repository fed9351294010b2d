import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isSecretPath } from './secret-path';

/** Whether `path` is `root` or below it. Both must be real paths already. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The real path of something inside a root, or undefined when it is missing, leaves the root (also through a symbolic link), or is secret by
 * its name, before or after links are followed.
 */
export function resolveInside(root: string, path: string): string | undefined {
  if (path.includes('\0') || isAbsolute(path)) return undefined;
  try {
    const realRoot = realpathSync(root);
    const real = realpathSync(resolve(realRoot, path));
    if (!isBelow(realRoot, real)) return undefined;
    if (isSecretPath(path) || isSecretPath(relative(realRoot, real))) return undefined;
    return real;
  } catch {
    return undefined;
  }
}
