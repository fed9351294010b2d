import { proxyActivities } from '@temporalio/workflow';
import type { CurationFloor, TurnFloor } from './activities';

/** As many empty activities as the waves of Parley have, in the same order and side by side where those are, and nothing else. */
const { curate } = proxyActivities<CurationFloor>({ taskQueue: 'floor.curation', startToCloseTimeout: '1m' });
const { turn } = proxyActivities<TurnFloor>({ taskQueue: 'floor.turns', startToCloseTimeout: '1m' });

/** When its first activity and its first turn began, on the machine's steady clock. */
export interface Begun {
  first: number;
  turn: number;
}

export async function bareDirect(): Promise<Begun> {
  const first = await curate();
  await curate();
  const began = await turn();
  await curate();
  return { first, turn: began };
}

export async function barePanel(): Promise<Begun> {
  const first = await curate();
  await curate();
  // A conversation never has more than two turns at once.
  let left = 3;
  const lane = async (): Promise<number> => {
    const began: number[] = [];
    for (; left > 0;) {
      left -= 1;
      began.push(await turn());
    }
    return began[0] ?? 0;
  };
  const [began] = await Promise.all([lane(), lane()]);
  await curate();
  return { first, turn: began };
}

export async function bareTeam(corrects: boolean): Promise<Begun> {
  const first = await curate();
  await curate();
  const began = await turn();
  await curate();
  await Promise.all([turn(), turn()]);
  await curate();
  if (corrects) await turn();
  await curate();
  return { first, turn: began };
}
