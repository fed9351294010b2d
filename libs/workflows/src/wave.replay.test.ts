import { bundleWorkflowCode, Runtime, Worker } from '@temporalio/worker';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historiesFolder } from './testing/history';

jest.setTimeout(60_000);
const failureConverterPath = require.resolve('./failure-converter');
const silent = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
let code = '';
beforeAll(async () => {
  Runtime.install({ logger: silent });
  const webpackConfigHook = (config: object) => ({
    ...config,
    resolve: { ...(config as { resolve?: object }).resolve, conditionNames: ['@parley/source', '...'] },
  });
  code = (
    await bundleWorkflowCode({ workflowsPath: require.resolve('./workflows'), failureConverterPath, logger: silent, webpackConfigHook })
  ).code;
});
const replay = (file: string, change: (text: string) => string = (text) => text): Promise<void> =>
  Worker.runReplayHistory(
    { workflowBundle: { code }, dataConverter: { failureConverterPath } },
    JSON.parse(change(readFileSync(join(historiesFolder, file), 'utf8'))),
    file,
  );

test.each(readdirSync(historiesFolder))('%s was recorded with a released workflow and still replays', (file) => replay(file));

test('a history of another workflow is noticed', async () => {
  await expect(replay('team-with-correction.json', (text) => text.replaceAll('"freezeContext"', '"somethingElse"'))).rejects.toMatchObject({
    name: 'DeterminismViolationError',
  });
});
