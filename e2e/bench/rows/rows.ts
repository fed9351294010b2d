import type { Bench } from '../bench';
import type { Line } from '../compare';
import { dispatch, emptyWaves } from './b1-wave';
import { append } from './b3-append';
import { readPage } from './b4-page';
import { liveLag } from './b5-lag';
import { appendsWithListeners } from './b6-throughput';

export interface Row {
  id: string;
  what: string;
  run: (bench: Bench) => Promise<Line[]>;
}

/** In the order in which they are run. */
export const rows: readonly Row[] = [
  { id: 'B1b', what: 'waves of empty turns', run: emptyWaves },
  { id: 'B2', what: 'send to dispatch', run: dispatch },
  { id: 'B3', what: 'append', run: append },
  { id: 'B4', what: 'page read', run: readPage },
  { id: 'B5', what: 'live lag', run: liveLag },
  { id: 'B6', what: 'append throughput with listeners', run: appendsWithListeners },
];
