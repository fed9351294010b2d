import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Runtime, Worker } from '@temporalio/worker';
import { hostname } from 'node:os';
import { patches } from './patches';
import { bundleWorkflows, failureConverterPath } from './testing/bundle';
import { bytesOf, type History, readableText, recordedHistories, release } from './testing/history';
import { patchMistakes, unknownPatches, workflowSources } from './testing/patch-markers';
import { shapes } from './testing/shapes';

jest.setTimeout(60_000);
const recorded = recordedHistories();
const named = recorded.map((one) => [`${one.release} ${one.shape}`, one] as const);
let bundle: Awaited<ReturnType<typeof bundleWorkflows>>;
beforeAll(async () => {
  Runtime.install({
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
  bundle = await bundleWorkflows();
});
const replay = (history: History): Promise<void> =>
  Worker.runReplayHistory({ workflowBundle: bundle, dataConverter: { failureConverterPath } }, history, 'recorded');

describe('the recorded histories', () => {
  test('there is one of every shape of this release, and no other', () => {
    const ofRelease = recorded.filter((one) => one.release === release).map(({ shape }) => shape);
    expect(ofRelease.sort()).toEqual(Object.keys(shapes).sort());
  });

  test.each(named)('%s still replays', (_, { history }) => replay(history));

  test.each(named)('%s passes only patches that are known', (_, { history }) => {
    expect(unknownPatches(history, patches)).toEqual([]);
  });

  test.each(named)('%s is small and holds ids, hashes, closed words and counts', (_, { history, shape }) => {
    expect(history.events?.length).toBeLessThan(shape === 'team-with-correction' ? 80 : 120);
    expect(bytesOf(history)).toBeLessThan(16 * 1024);
    const text = readableText(history);
    expect(text).not.toMatch(/canary|\.ts:\d|node_modules|\n {4}at /);
    expect(text).not.toContain(hostname());
  });

  test('a history of another workflow is noticed', async () => {
    const { history } = recorded.find(({ shape }) => shape === 'team-with-correction')!;
    const other = historyToJSON(history).replaceAll('"freezeContext"', '"somethingElse"');
    await expect(
      Worker.runReplayHistory({ workflowBundle: bundle, dataConverter: { failureConverterPath } }, JSON.parse(other), 'other'),
    ).rejects.toMatchObject({ name: 'DeterminismViolationError' });
  });
});

describe('the table of patches', () => {
  const known = { 'ask-twice': { since: '0.2.0', state: 'active' as const, what: 'a person is asked twice' } };

  test('names exactly the patches that the workflow code has', () => {
    expect(patchMistakes(workflowSources(), patches)).toEqual([]);
  });

  test.each([
    ['an id that is not in it', `if (patched('unheard-of')) ask(); if (patched('ask-twice')) ask();`, 'unheard-of'],
    ['an id that is not written out', `if (patched(name)) ask(); if (patched('ask-twice')) ask();`, 'without a literal id'],
    ['a patch that is in it and not in the code', `ask();`, 'the code has nothing'],
    ['a patch that is active and marked as deprecated', `deprecatePatch('ask-twice');`, 'wants patched'],
    ['a patch that is both', `deprecatePatch('ask-twice'); patched('ask-twice')`, 'deprecatePatch and patched'],
  ])('%s is told', (_, code, mistake) => {
    expect(patchMistakes({ 'wave.workflow.ts': code }, known).join('\n')).toContain(mistake);
  });
});
