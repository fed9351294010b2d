import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const limitBytes = 5 * 1024 * 1024;
const kept = 2;

/** A log above its limit is put aside before a process writes to it; the oldest one goes. */
export function rotateLog(folder: string, name: string): string {
  const file = join(folder, `${name}.log`);
  if (existsSync(file) && statSync(file).size > limitBytes) {
    rmSync(`${file}.${kept}`, { force: true });
    for (let age = kept - 1; age >= 1; age -= 1) if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
    renameSync(file, `${file}.1`);
  }
  return file;
}
