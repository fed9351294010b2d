import { parseReview } from '@parley/prompts';
import { fixtureRepository } from '../../conformance';
import type { Lens } from './rank';
import { openRepository, type Repository } from './repository';
import { composeReview } from './review';

let repositories: Repository[];
beforeAll(async () => {
  repositories = [(await openRepository({ label: 'ferry', path: fixtureRepository() })) as Repository];
});

const review = async (text: string, lens: Lens = 'verifier') => {
  const parsed = parseReview(JSON.stringify(await composeReview(repositories, { messageId: 'msg_0000000000000', text }, lens, [])), [
    'ferry',
  ]);
  if (!parsed.ok) throw new Error(parsed.issues.join('; '));
  return parsed.value;
};
const only = async (text: string, lens: Lens) => {
  const { concerns } = await review(text, lens);
  expect(concerns).toHaveLength(1);
  return concerns[0] as (typeof concerns)[number];
};

describe('the Verifier follows citations and values', () => {
  it.each([
    ['a cited file that does not exist', 'The function `enqueueWave` is in `src/queue/push-wave.ts:4`.', 'src/queue/enqueue-wave.ts:4'],
    [
      'a cited line behind the end of the file',
      'A full queue is refused by `enqueueWave` (`src/queue/enqueue-wave.ts:90`).',
      'src/queue/enqueue-wave.ts:4',
    ],
    [
      'a citation of a file without the name',
      'The group is ended by `stopWave` (`src/queue/enqueue-wave.ts:4`).',
      'src/stop/stop-wave.ts:4',
    ],
    ['a declaration in another file', '`stopWave` is defined in `src/main.ts`.', 'src/stop/stop-wave.ts:4'],
    ['a path that does not exist', 'The limits are kept in `src/config/limits.ts`.', 'src/limits.ts:1'],
  ])('objects to %s', async (_, text, truth) => {
    const concern = await only(text, 'verifier');
    expect(concern).toMatchObject({ targetClaim: text, severity: 'material', confidence: 'high', evidenceStatus: 'observed_context' });
    expect(concern.suggestedResolution).toContain(truth);
    expect(concern.citations.map((one) => (one.kind === 'path' ? `${one.path}:${one.line}` : ''))).toContain(truth);
  });

  it.each([
    ['a named value', 'The grace `killGraceMs` is 5000 ms.', 'The grace `killGraceMs` is 3000 ms (`src/limits.ts:6`).'],
    ['a cited value', 'The limit of unsettled waves is 80 (`src/limits.ts:5`).', 'The limit of unsettled waves is 8 (`src/limits.ts:5`).'],
    [
      'a value in other words',
      'A conversation holds at most 80 unsettled waves.',
      'A conversation holds at most 8 unsettled waves (`src/limits.ts:5`).',
    ],
    ['a value in another unit', 'The grace `killGraceMs` is 5 seconds.', 'The grace `killGraceMs` is 3 seconds (`src/limits.ts:6`).'],
    ['a product', 'The turn deadline is 45 minutes.', 'The turn deadline is 20 minutes (`src/limits.ts:7`).'],
    ['a number of files', 'There are 5 files in `src/queue`.', 'There are 2 files in `src/queue`.'],
    ['a number of lines', '`src/limits.ts` has 120 lines.', '`src/limits.ts` has 9 lines.'],
  ])('objects to %s that is wrong', async (_, text, truth) => {
    expect((await only(text, 'verifier')).suggestedResolution).toBe(`Replace it with: ${truth}`);
  });

  it('objects to a quotation that the cited file does not hold', async () => {
    const text =
      'The check in `enqueueWave` (`src/queue/enqueue-wave.ts:4`):\n\n```ts\nif (queue.length > 100) return queue;\nawait database.lock(wave);\n```\n';
    expect(await only(text, 'verifier')).toMatchObject({ category: 'quotation' });
  });

  it.each([
    'The queue refuses in `enqueueWave` (`src/queue/enqueue-wave.ts:5`), see also `limits.ts:5`.',
    'The grace `killGraceMs` is 3 seconds (`src/limits.ts:6`).',
    '`turnDeadlineMs` is 20 minutes, `answerBytes` is 64 KiB.',
    'The deadline is 1200000 ms (`src/limits.ts:7`).',
    'A conversation holds at most eight unsettled waves.',
    '`enqueueWave` is defined in `src/queue/enqueue-wave.ts` and there are 2 files in `src/queue`.',
    'Add a file `src/queue/dequeue-wave.ts` with a function `dequeueWave`.',
    'There are 3 reasons why `killGraceMs` matters. It runs at http://127.0.0.1:4300 since 12:30.',
    'Quoted from `src/limits.ts:4`:\n\n```ts\nexport const limits = {\n  unsettledWaves: 8,\n  killGraceMs: 3_000,\n```\n',
  ])('accepts what the files confirm or cannot deny: %s', async (text) => {
    expect(await review(text, 'verifier')).toMatchObject({ outcome: 'no_concern_found', concerns: [], accessAvailable: true });
  });
});

describe('the Skeptic looks for what contradicts a denial', () => {
  it.each([
    ['The function `stopWave` does not exist.', '`stopWave` does exist: it is declared in `src/stop/stop-wave.ts:4`.'],
    [
      'There is no function called `enqueueWave` in the code.',
      '`enqueueWave` does exist: it is declared in `src/queue/enqueue-wave.ts:4`.',
    ],
    ['There are no tests for `enqueueWave`.', '`enqueueWave` has tests: see `src/queue/enqueue-wave.test.ts:1`.'],
    ['`stopWave` is never called anywhere.', '`stopWave` is used in 1 file, for example `src/main.ts:5`.'],
    [
      'Nothing uses `enqueueWave`.',
      '`enqueueWave` is used in 2 files, for example `src/main.ts:4` and `src/queue/enqueue-wave.test.ts:4`.',
    ],
    ['`docs/stopping.md` does not exist.', '`docs/stopping.md` does exist: see `docs/stopping.md:1`.'],
    ['`killGraceMs` is only used in `src/queue/enqueue-wave.ts`.', '`killGraceMs` is also used in `src/stop/stop-wave.ts:7`.'],
  ])('objects to %s', async (text, truth) => {
    expect(await only(text, 'skeptic')).toMatchObject({
      targetClaim: text,
      severity: 'blocking',
      reason: truth,
      suggestedResolution: `Replace it with: ${truth}`,
      evidenceStatus: 'observed_context',
    });
  });

  it('names an open end of a cited declaration as advice only', async () => {
    expect(await only('The group is ended by `stopWave` (`src/stop/stop-wave.ts:4`).', 'skeptic')).toMatchObject({
      severity: 'advisory',
      category: 'open end',
    });
  });

  it.each([
    'The function `dequeueWave` does not exist.',
    '`orphanHelper` is never called.',
    'There are no tests for `stopWave`.',
    '`enqueueWave` is never called before `stopWave` has ended.',
    'There is no `stopWave` in `src/limits.ts`.',
    '`killGraceMs` is only used in `src/stop/stop-wave.ts`.',
  ])('accepts %s', async (text) => {
    expect(await review(text, 'skeptic')).toMatchObject({ outcome: 'no_concern_found', concerns: [] });
  });
});

describe('two reviewers', () => {
  it('do not say the same thing twice', async () => {
    const text = '`killGraceMs` is 9000. `stopWave` does not exist. `enqueueWave` is in `src/nowhere.ts:3`.';
    const claims = async (lens: Lens) => (await review(text, lens)).concerns.map((concern) => concern.targetClaim);
    expect(await claims('skeptic')).toEqual(['`stopWave` does not exist.']);
    expect(await claims('verifier')).toEqual(['`killGraceMs` is 9000.', '`enqueueWave` is in `src/nowhere.ts:3`.']);
    expect(await claims('general')).toHaveLength(3);
  });

  it('abstain from an answer that files can say nothing about', async () => {
    expect(await review('Take the smallest step that can be undone.')).toMatchObject({ outcome: 'abstained', accessAvailable: true });
  });

  it('abstain without a repository', async () => {
    expect(await composeReview([], { messageId: 'msg_0000000000000', text: '`a` is 1.' }, 'verifier', [])).toMatchObject({
      outcome: 'abstained',
      requiredAccessAvailable: false,
    });
  });

  it('say how much they looked at', async () => {
    const { limitations, reviewedScope } = await review('Be careful here. `killGraceMs` is 3000.');
    expect(limitations[0]).toContain('1 of its 2 statements');
    expect(reviewedScope).toBe('msg_0000000000000');
  });
});
