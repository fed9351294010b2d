import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureRepository, temporaryFolder } from '../conformance';
import { repositoryTools, toolLimits } from './repository-tools';

const outside = temporaryFolder('outside');
const path = fixtureRepository({ 'long.txt': Array.from({ length: 900 }, (_, i) => `line ${i + 1}`).join('\n') });
const used: string[] = [];
const root = { repositoryId: 'rep_0000000000000', label: 'ferry', path };
const call = async (name: 'list' | 'read' | 'grep', input: object, roots = [root]): Promise<string> => {
  const execute = repositoryTools(roots, (what) => used.push(what))[name]?.execute as (input: object, options: object) => Promise<string>;
  return execute(input, { toolCallId: 'call', messages: [] });
};

beforeAll(() => {
  writeFileSync(join(outside, 'other.ts'), 'export const secret = 1;\n');
  symlinkSync(join(outside, 'other.ts'), join(path, 'link.ts'));
  symlinkSync(outside, join(path, 'folder'));
});

describe('tools of a model', () => {
  it('list a folder, without what is ignored or secret', async () => {
    expect(await call('list', { path: '' })).toBe('.gitignore\nREADME.md\ndocs/\nlong.txt\nsrc/');
    expect(await call('list', { path: 'src/queue/' })).toBe('enqueue-wave.test.ts\nenqueue-wave.ts');
    expect(await call('list', { path: 'ferry/docs' })).toBe('stopping.md');
  });

  it('read lines with their numbers, some of them, and never more than the limit', async () => {
    expect(await call('read', { path: 'src/limits.ts', from: 5, to: 6 })).toBe('5:   unsettledWaves: 8,\n6:   killGraceMs: 3_000,');
    const long = (await call('read', { path: 'long.txt' })).split('\n');
    expect(long).toHaveLength(toolLimits.lines + 1);
    expect(long.at(-1)).toBe('(500 more are not shown)');
  });

  it('find text and expressions, in a folder when asked', async () => {
    expect(await call('grep', { pattern: 'KILLGRACEMS' })).toBe(
      'src/limits.ts:6: killGraceMs: 3_000,\nsrc/stop/stop-wave.ts:7: await new Promise((resolve) => setTimeout(resolve, limits.killGraceMs));',
    );
    expect(await call('grep', { pattern: 'kill(Grace|Wave)Ms', regex: true, path: 'src/stop' })).toMatch(/^src\/stop\/stop-wave\.ts:7: /);
    expect(await call('grep', { pattern: 'TOKEN' })).toBe('No match.');
  });

  it.each(['../x', '/etc/passwd', 'link.ts', 'folder/other.ts', '.git/config', '.env', 'src/../../x', 'missing.ts', 'src'])(
    'do not read %s',
    async (target) => {
      expect(await call('read', { path: target })).toMatch(/not readable/);
    },
  );

  it.each(['../', '/etc', 'folder', '.git'])('do not list %s', async (target) => {
    expect(await call('list', { path: target })).toMatch(/not readable/);
  });

  it('do not search outside, whatever path or pattern is given', async () => {
    for (const target of ['..', 'folder', ':(top)', '--help'])
      expect(await call('grep', { pattern: 'secret', path: target })).toMatch(/No match|not readable/);
    expect(await call('grep', { pattern: '--open-files-in-pager=touch x' })).toBe('No match.');
  });

  it('need the name of the repository when there are two', async () => {
    const two = [root, { ...root, label: 'other', path: fixtureRepository() }];
    expect(await call('list', { path: '' }, two)).toBe('ferry/\nother/');
    expect(await call('read', { path: 'other/src/limits.ts', to: 1 }, two)).toBe('1: const KiB = 1024;');
    expect(await call('read', { path: 'src/limits.ts' }, two)).toMatch(/not readable/);
    expect(await call('grep', { pattern: 'killGraceMs:' }, two)).toBe(
      'ferry/src/limits.ts:6: killGraceMs: 3_000,\nother/src/limits.ts:6: killGraceMs: 3_000,',
    );
  });

  it('tell what they do', () => {
    expect(used).toContain('Reading src/limits.ts');
  });

  it('are not there without a repository', () => {
    expect(repositoryTools([], () => undefined)).toEqual({});
  });
});
