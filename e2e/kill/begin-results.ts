import { existsSync, renameSync } from 'node:fs';
import { casesFile } from './cases-file';

/** A run begins with nothing, unless it goes on with an earlier one. */
export default function beginResults(): void {
  if (existsSync(casesFile) && !process.env['KILL_RESUME']) renameSync(casesFile, `${casesFile}.before`);
}
