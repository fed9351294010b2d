import type { Stack } from '../src/stack';
import { residentMiB } from './machine';

/** Resident memory of every process of ours and of the Temporal server, in MiB. */
export const memoryOf = ({ processes: { api, orchestrator, host, temporal } }: Stack): Record<string, number> =>
  Object.fromEntries(Object.entries({ api, orchestrator, host, temporal }).map(([name, { pid }]) => [name, residentMiB(pid)]));
