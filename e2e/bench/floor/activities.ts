import { steadyMs } from '../clock';

export interface CurationFloor {
  curate(): Promise<number>;
}
export interface TurnFloor {
  turn(): Promise<number>;
}

/** An empty body: it answers when it began. */
const began = (): Promise<number> => Promise.resolve(steadyMs());
export const curation: CurationFloor = { curate: began };
export const turns: TurnFloor = { turn: began };
