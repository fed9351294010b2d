import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCitations } from './citations';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-cite-')));
  for (const root of ['one', 'two']) mkdirSync(join(folder, root, 'src'), { recursive: true });
  writeFileSync(join(folder, 'one', 'src', 'a.ts'), 'a\nb\nc');
  writeFileSync(join(folder, 'two', 'src', 'b.ts'), 'a\n');
  writeFileSync(join(folder, 'outside.ts'), 'secret\n');
  symlinkSync(join(folder, 'outside.ts'), join(folder, 'one', 'src', 'link.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const roots = (): { repositoryId: string; label: string; path: string }[] =>
  ['one', 'two'].map((label) => ({ repositoryId: `rep_${label}`, label, path: join(folder, label) }));
const check = async (text: string): Promise<[string, string, number, boolean][]> =>
  (await checkCitations(text, roots())).map(({ root, path, line, valid }) => [root, path, line, valid]);

test('a path with a line that is there is valid, in whichever root it lies', async () => {
  expect(await check('`src/a.ts:3`, src/b.ts:1 and two/src/b.ts:1')).toEqual([
    ['one', 'src/a.ts', 3, true],
    ['two', 'src/b.ts', 1, true],
    ['two', 'src/b.ts', 1, true],
  ]);
});

test('a line beyond the end, a missing file and a range that ends too late are not', async () => {
  expect(await check('src/a.ts:4 src/none.ts:1 src/a.ts:2-9 two/src/b.ts:2')).toEqual([
    ['', 'src/a.ts', 4, false],
    ['', 'src/none.ts', 1, false],
    ['', 'src/a.ts', 2, false],
    ['two', 'src/b.ts', 2, false],
  ]);
});

test('a link that leaves its root is not followed', async () => {
  expect(await check('src/link.ts:1')).toEqual([['', 'src/link.ts', 1, false]]);
});
