import type { Bench } from '../bench';
import type { Line } from '../compare';
import { criticalPath } from './b1-critical-path';
import { dispatch, emptyWaves } from './b1-wave';
import { append } from './b3-append';
import { readPage } from './b4-page';
import { liveLag } from './b5-lag';
import { appendsWithListeners } from './b6-throughput';
import { stop } from './b7-stop';
import { recovery } from './b8-recovery';
import { flatness } from './flat';
import { historySize } from './g1-history';
import { snapshot } from './g2-snapshot';
import { concurrency } from './g4-concurrency';

export interface Row {
  /** Run only when it is asked for by name: it takes long. */
  onRequest?: boolean;
  id: string;
  what: string;
  run: (bench: Bench) => Promise<Line[]>;
}

/** In the order in which they are run. */
export const rows: readonly Row[] = [
  { id: 'B1a', what: 'waves at two seconds a call', run: criticalPath },
  { id: 'B1b', what: 'waves of empty turns', run: emptyWaves },
  { id: 'B2', what: 'send to dispatch', run: dispatch },
  { id: 'B3', what: 'append', run: append },
  { id: 'B5', what: 'live lag', run: liveLag },
  { id: 'B6', what: 'append throughput with listeners', run: appendsWithListeners },
  { id: 'B7', what: 'stop', run: stop },
  { id: 'B8', what: 'recovery', run: recovery },
  { id: 'G1', what: 'history size', run: historySize },
  { id: 'G2', what: 'snapshot', run: snapshot },
  { id: 'G4', what: 'concurrency', run: concurrency },
  // Last: a million messages change what the database's caches hold.
  { id: 'B4', what: 'page read', run: readPage },
  { id: 'flat', what: 'flatness: 1,000 Team waves in one conversation, 10,000 Direct waves over 200', run: flatness, onRequest: true },
];
