import type { Bench } from '../bench';
import type { Line } from '../compare';
import { append } from './b3-append';

export interface Row {
  id: string;
  what: string;
  run: (bench: Bench) => Promise<Line[]>;
}

/** In the order in which they are run. */
export const rows: readonly Row[] = [{ id: 'B3', what: 'append', run: append }];
