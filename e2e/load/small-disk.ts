import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface SmallDisk {
  /** Puts what belongs to a stopped process here, and leaves a link where it was. */
  take(...paths: string[]): void;
  /** Until not a byte more can be written. */
  fill(): void;
  empty(): void;
  remove(): void;
}

const said = (error: unknown): string =>
  ((error as { stderr?: Buffer }).stderr?.toString().trim() || (error as Error).message).split('\n')[0] ?? '';

/** A file system of this size and nothing else; a sentence instead where the machine does not let us mount one. */
export function mountSmallDisk(mib: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  try {
    if (process.platform !== 'linux') throw new Error(`${process.platform} has no tmpfs`);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'parley-small-disk', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `a disk that can be full needs the right to mount a tmpfs: ${said(error)}`;
  }
  const ballast = join(folder, 'ballast');
  return {
    take(...paths) {
      for (const path of paths) {
        execFileSync('cp', ['-a', path, folder]);
        rmSync(path, { recursive: true });
        symlinkSync(join(folder, basename(path)), path);
      }
    },
    fill() {
      const file = openSync(ballast, 'a');
      for (let size = 1024 * 1024; size >= 1;)
        try {
          writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = Math.floor(size / 4);
        }
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      // Whoever still had a file open there is gone or going; the last of them takes the file system along.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
