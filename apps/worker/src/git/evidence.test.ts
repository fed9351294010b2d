import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEvidence } from './evidence';
import { createGit } from './run-git';

const git = createGit(process.env);
let root = '';
const folders: string[] = [];
const run = (args: string[], cwd = root): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const at = (path: string): string => join(root, path);
const folder = (): string => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'parley-git-')));
  folders.push(made);
  return made;
};
const repository = (path: string): void => {
  run(['init', '-q', '-b', 'main'], path);
  writeFileSync(join(path, 'a.txt'), 'one\n');
  run(['add', '.'], path);
  run(['commit', '-q', '-m', 'first'], path);
};
const generation = async (): Promise<string> => {
  const evidence = await gitEvidence(git, root);
  if (evidence.status !== 'captured') throw new Error(evidence.reason);
  return evidence.generation;
};

beforeEach(() => {
  root = folder();
  repository(root);
  mkdirSync(at('src'));
  writeFileSync(at('src/run.sh'), 'echo\n');
  writeFileSync(at('.gitignore'), 'ignored\n');
  symlinkSync('a.txt', at('link'));
  const inner = folder();
  repository(inner);
  run(['submodule', '--quiet', 'add', inner, 'sub']);
  run(['add', '.']);
  run(['commit', '-q', '-m', 'second']);
  writeFileSync(at('staged.txt'), 's\n');
  run(['add', 'staged.txt']);
  writeFileSync(at('edited.txt'), 'e\n');
  run(['add', 'edited.txt']);
  run(['commit', '-q', '-m', 'third']);
  writeFileSync(at('edited.txt'), 'edited once\n');
  writeFileSync(at('new.txt'), 'new once\n');
  symlinkSync('a.txt', at('newlink'));
  run(['branch', 'other']);
});
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const touch = (path: string): void => {
  const { mtime } = statSync(at(path));
  utimesSync(at(path), mtime, new Date(mtime.getTime() + 5_000));
};

describe('what counts as a change', () => {
  test.each<[string, () => void]>([
    ['a commit', () => run(['commit', '-q', '--allow-empty', '-m', 'x'])],
    ['another branch at the same commit', () => run(['symbolic-ref', 'HEAD', 'refs/heads/other'])],
    ['a detached HEAD at the same commit', () => run(['checkout', '-q', '--detach'])],
    ['a staged edit', () => (writeFileSync(at('staged.txt'), 'S\n'), run(['add', 'staged.txt']))],
    ['an edit of a tracked file', () => appendFileSync(at('a.txt'), 'two\n')],
    ['another edit of a file that was edited already', () => writeFileSync(at('edited.txt'), 'edited twice\n')],
    [
      'an edit that keeps size and time',
      () => {
        const { atime, mtime } = statSync(at('a.txt'));
        writeFileSync(at('a.txt'), 'two\n');
        utimesSync(at('a.txt'), atime, mtime);
      },
    ],
    ['a deleted file', () => unlinkSync(at('a.txt'))],
    ['a renamed file', () => renameSync(at('a.txt'), at('b.txt'))],
    ['a new untracked file', () => writeFileSync(at('src/more.txt'), '')],
    ['other content of an untracked file', () => writeFileSync(at('new.txt'), 'new twice\n')],
    ['the size of a large untracked file', () => truncateSync(at('new.txt'), 3 * 1024 * 1024)],
    ['an executable bit', () => chmodSync(at('src/run.sh'), 0o755)],
    ['an executable bit of an untracked file', () => chmodSync(at('new.txt'), 0o755)],
    ['the target of a tracked link', () => (unlinkSync(at('link')), symlinkSync('b.txt', at('link')))],
    ['the target of an untracked link', () => (unlinkSync(at('newlink')), symlinkSync('b.txt', at('newlink')))],
    ['a link in the place of a file', () => (unlinkSync(at('a.txt')), symlinkSync('edited.txt', at('a.txt')))],
    ['the commit of a submodule', () => run(['commit', '-q', '--allow-empty', '-m', 'x'], at('sub'))],
    ['an edit inside a submodule', () => appendFileSync(at('sub/a.txt'), 'x')],
    ['an untracked file inside a submodule', () => writeFileSync(at('sub/x.txt'), 'x')],
    ['an edit that Git was told to ignore', () => (run(['update-index', '--assume-unchanged', 'a.txt']), appendFileSync(at('a.txt'), 'x'))],
    ['a repository inside', () => (mkdirSync(at('inside')), repository(at('inside')))],
  ])('%s', async (_, change) => {
    const before = await generation();
    change();
    expect(await generation()).not.toBe(before);
  });

  test('a hidden edit counts on its own, not by the mark alone', async () => {
    run(['update-index', '--skip-worktree', 'a.txt']);
    const before = await generation();
    appendFileSync(at('a.txt'), 'x');
    expect(await generation()).not.toBe(before);
  });
});

describe('what counts as none', () => {
  test.each<[string, () => void]>([
    ['nothing at all', () => undefined],
    ['a touched tracked file', () => touch('a.txt')],
    ['a touched edited file', () => touch('edited.txt')],
    ['a touched untracked file', () => touch('new.txt')],
    ['an edit that was taken back', () => (appendFileSync(at('a.txt'), 'x'), writeFileSync(at('a.txt'), 'one\n'))],
    ['an ignored file', () => writeFileSync(at('ignored'), 'x')],
  ])('%s', async (_, change) => {
    const before = await generation();
    change();
    expect(await generation()).toBe(before);
  });
});

test('the counts and names are those a person knows from git status', async () => {
  const evidence = await gitEvidence(git, root);
  expect(evidence).toMatchObject({
    status: 'captured',
    branch: 'main',
    edited: 1,
    untracked: 2,
    headSha: run(['rev-parse', 'HEAD']).trim(),
  });
});

test('a repository without a commit can be captured', async () => {
  root = folder();
  run(['init', '-q', '-b', 'main']);
  writeFileSync(at('a.txt'), 'x');
  expect(await gitEvidence(git, root)).toMatchObject({ status: 'captured', branch: 'main', headSha: null, untracked: 1 });
});

test('a folder that is no repository, or lies inside of one, is unreadable', async () => {
  expect(await gitEvidence(git, folder())).toMatchObject({ status: 'unreadable' });
  expect(await gitEvidence(git, at('src'))).toMatchObject({ status: 'unreadable' });
  expect(await gitEvidence(git, at('missing'))).toMatchObject({ status: 'unreadable' });
});

test('no program of the repository is started, and nothing is written', async () => {
  const witness = join(folder(), 'witness');
  const program = at('.git/evil.sh');
  writeFileSync(program, `#!/bin/sh\necho x >> ${witness}\ncat\n`);
  chmodSync(program, 0o755);
  for (const [key, value] of [
    ['core.fsmonitor', program],
    ['filter.evil.clean', program],
    ['filter.evil.process', program],
    ['diff.external', program],
    ['core.pager', program],
    ['diff.evil.textconv', program],
  ] as const)
    run(['config', key, value]);
  writeFileSync(at('.git/info/attributes'), '* filter=evil diff=evil\n');
  mkdirSync(at('.git/hooks'), { recursive: true });
  writeFileSync(at('.git/hooks/post-index-change'), `#!/bin/sh\necho hook >> ${witness}\n`);
  chmodSync(at('.git/hooks/post-index-change'), 0o755);
  touch('a.txt');
  const index = readFileSync(at('.git/index'));
  expect((await gitEvidence(git, root)).status).toBe('captured');
  expect(() => statSync(witness)).toThrow();
  expect(readFileSync(at('.git/index')).equals(index)).toBe(true);
});

test('names with spaces, quotes, line breaks and odd bytes are told apart', async () => {
  writeFileSync(at('two words "x"\nnext.txt'), 'x');
  const before = await generation();
  renameSync(at('two words "x"\nnext.txt'), at('two words "x"\nnext2.txt'));
  expect(await generation()).not.toBe(before);
});
