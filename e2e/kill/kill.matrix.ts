import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { casesFile, results } from './cases-file';
import { type Bench, isClean, type Outcome, runCase } from './run-case';
import { makeBoard, type Plan, preload } from './plan';
import { idOf, planMatrix } from './matrix';
import { startStack } from '../src/stack';
import { trafficOf } from './scenarios';

mkdirSync(results, { recursive: true });

let bench: Bench | undefined;
async function theBench(): Promise<Bench> {
  if (bench) return bench;
  const board = join(results, `board-${process.pid}`);
  const stack = await startStack({
    web: false,
    ownPostgres: true,
    // The short form is searched; here it would keep the processors from the waves.
    silence: 'off',
    hostEnv: { HOST_CAPACITY: '4' },
    env: { NODE_OPTIONS: `--require ${preload}`, KILL_DIR: board, LOG_LEVEL: 'warn' },
  });
  const { items } = await stack.client.call('listRepositories');
  return (bench = { stack, board: makeBoard(board), repositoryIds: items.map((repository) => repository.id) });
}
test.afterAll(() => bench?.stack.stop());

/** A stack that a case has broken is no place for the next one. */
test.afterEach(async ({}, info) => {
  if (info.status === info.expectedStatus || !bench) return;
  const { stack } = bench;
  bench = undefined;
  await stack.stop().catch(() => undefined);
});

const { title, cases } = planMatrix(process.env);
test.describe(title, () => {
  for (const one of cases) {
    test(one.title, async () => {
      const plan: Plan = { ...one.plan, id: idOf(one) };
      const place = await theBench();
      const outcome: Outcome = await runCase(place, plan, trafficOf(one.scenario, place));
      appendFileSync(
        casesFile,
        `${JSON.stringify({ ...outcome, kind: one.kind, victims: plan.steps.flatMap((step) => step.victims), clean: isClean(outcome) })}\n`,
      );
      expect(outcome).toMatchObject({ missed: [], replays: [], losses: [], doubles: [], reading: [], faults: [] });
    });
  }
});
