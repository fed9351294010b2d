import { createDrafts, type Draft } from './drafts';

jest.useFakeTimers();
const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

function recorder(): { posts: Draft[]; post: (draft: Draft) => Promise<void>; release: () => void } {
  const posts: Draft[] = [];
  let release = (): void => undefined;
  return {
    posts,
    post: (draft) => {
      posts.push(draft);
      return new Promise((done) => (release = done));
    },
    release: () => release(),
  };
}

test('deltas within 75 ms become one post of the text so far', async () => {
  const { posts, post, release } = recorder();
  const drafts = createDrafts(post);
  drafts.delta('Hello');
  drafts.delta(', world');
  expect(posts).toEqual([]);
  await jest.advanceTimersByTimeAsync(75);
  expect(posts).toEqual([{ seq: 1, text: 'Hello, world', truncated: false, progress: null }]);
  drafts.delta('!');
  await jest.advanceTimersByTimeAsync(500);
  expect(posts).toHaveLength(1);
  release();
  await jest.advanceTimersByTimeAsync(75);
  expect(posts.at(-1)).toMatchObject({ seq: 2, text: 'Hello, world!' });
});

test('a large batch is posted at once', async () => {
  const { posts, post } = recorder();
  createDrafts(post, { batchBytes: 4 }).delta('12345');
  await settle();
  expect(posts).toHaveLength(1);
});

test('the text is cut at its limit between whole characters, and told so', async () => {
  const { posts, post } = recorder();
  const drafts = createDrafts(post, { maxBytes: 10 });
  drafts.delta('1234567');
  drafts.delta('8€9');
  drafts.delta('more');
  await jest.advanceTimersByTimeAsync(75);
  expect(posts).toEqual([{ seq: 1, text: '12345678', truncated: true, progress: null }]);
});

test('an API that fails costs a batch, not the turn; after the end nothing is posted', async () => {
  const posts: Draft[] = [];
  const drafts = createDrafts(async (draft) => {
    posts.push(draft);
    throw new Error('down');
  });
  drafts.delta('a');
  await jest.advanceTimersByTimeAsync(75);
  drafts.progress('Reading');
  await jest.advanceTimersByTimeAsync(75);
  expect(posts.map((draft) => draft.progress)).toEqual([null, 'Reading']);
  drafts.delta('b');
  drafts.stop();
  await jest.advanceTimersByTimeAsync(500);
  expect(posts).toHaveLength(2);
});
