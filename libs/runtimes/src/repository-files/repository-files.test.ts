import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../conformance';
import { isSecretPath, listFiles, readText, resolveInside } from '.';

const root = temporaryFolder('files');
const outside = temporaryFolder('outside');

beforeAll(() => {
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), 'export const a = 1;\n');
  writeFileSync(join(root, 'untracked.md'), '# Untracked\n');
  writeFileSync(join(root, 'ignored.log'), 'ignored\n');
  writeFileSync(join(root, '.gitignore'), '*.log\n');
  writeFileSync(join(root, '.env'), 'TOKEN=x\n');
  writeFileSync(join(root, '.env.example'), 'TOKEN=\n');
  writeFileSync(join(root, 'server.key'), 'x\n');
  writeFileSync(join(root, 'picture.bin'), Buffer.from([1, 0, 2]));
  writeFileSync(join(root, 'huge.txt'), 'x'.repeat(600 * 1024));
  writeFileSync(join(outside, 'other.txt'), 'other\n');
  symlinkSync(join(outside, 'other.txt'), join(root, 'link.txt'));
  symlinkSync(outside, join(root, 'folder-link'));
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', 'src', '.gitignore', '.env'], { cwd: root });
});

describe('files of a root', () => {
  it('lists tracked and untracked files, and nothing ignored, secret, linked or huge', async () => {
    const { readable, files } = await listFiles(root);
    expect(readable).toBe(true);
    expect(files.map((file) => file.path)).toEqual(['.env.example', '.gitignore', 'picture.bin', 'src/a.ts', 'untracked.md']);
  });

  it('says that a folder without a repository is not readable', async () => {
    expect(await listFiles(outside)).toMatchObject({ readable: false, files: [] });
    expect(await listFiles(root, { git: join(root, 'no-git') })).toMatchObject({ readable: false });
  });

  it.each([
    '../x',
    '/etc/passwd',
    'link.txt',
    'folder-link/other.txt',
    '.git/config',
    '.env',
    'server.key',
    'src/../../x',
    'missing.ts',
    'a\0b',
  ])('does not resolve %j', (path) => {
    expect(resolveInside(root, path)).toBeUndefined();
  });

  it('reads text, and neither binary nor huge files', () => {
    expect(readText(root, 'src/a.ts')).toBe('export const a = 1;\n');
    expect(readText(root, 'picture.bin')).toBeUndefined();
    expect(readText(root, 'huge.txt')).toBeUndefined();
  });

  it('knows secret names in any folder and letter case', () => {
    expect(['a/.ENV.production', 'k/id_rsa.pub', 'x.pem', '.ssh/config', 'secrets.yaml'].every(isSecretPath)).toBe(true);
    expect(['.env.example', 'src/environment.ts', 'keys.ts', 'secret-path.ts'].some(isSecretPath)).toBe(false);
  });
});
