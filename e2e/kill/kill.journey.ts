import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { startStack } from '../src/stack';
import { makeBoard, preload, type Step } from './plan';
import { type Bench, runCase } from './run-case';
import { trafficOf } from './scenarios';

/** One kill of each process, each with waves of every policy under way. All points, victims and repetitions: `npm run test:kill`. */
const short: { title: string; step: Step }[] = [
  {
    title: 'the API dies when a send is committed and nobody has heard of it',
    step: { point: 'send-commit:after', nth: 2, victims: ['api'] },
  },
  {
    title: 'the host and the API die when the end of a turn is committed and not acknowledged',
    step: { point: 'terminal-commit:after', nth: 1, victims: ['api', 'host'] },
  },
  { title: 'the host dies when the provider may have been asked', step: { point: 'journal-sending:after', nth: 3, victims: ['host'] } },
  {
    title: 'the orchestrator and Temporal die between two steps of the workflow',
    step: { point: 'workflow-task:after', nth: 4, victims: ['temporal', 'orchestrator'] },
  },
  {
    title: 'the database dies before a settlement is committed',
    step: { point: 'settleWave-commit:before', nth: 1, victims: ['postgres'] },
  },
];

let bench: Bench;
test.beforeAll(async () => {
  const board = test.info().outputPath('board');
  const stack = await startStack({
    ...{ web: false, ownPostgres: true },
    hostEnv: { HOST_CAPACITY: '4' },
    env: { NODE_OPTIONS: `--require ${preload}`, KILL_DIR: board },
  });
  const { items } = await stack.client.call('listRepositories');
  bench = { stack, board: makeBoard(join(board)), repositoryIds: items.map((repository) => repository.id) };
});
test.afterAll(() => bench.stack.stop());

for (const [index, { title, step }] of short.entries()) {
  test(`${title}: every wave settles or asks, nothing is lost, doubled or sent twice`, async () => {
    const outcome = await runCase(bench, { id: `short-${index}`, steps: [step] }, trafficOf('traffic', bench));
    expect(outcome).toMatchObject({ missed: [], replays: [], losses: [], doubles: [], reading: [], faults: [] });
  });
}
