import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder';

const files: Readonly<Record<string, string>> = {
  'README.md': '# Ferry\n\nA small queue of waves.\n\n## Limits\n\nSee the limits file. A full queue refuses.\n',
  'docs/stopping.md': '# Stopping\n\n## Grace\n\nA stopped wave gets a grace before its process group is killed.\n',
  'src/limits.ts': [
    'const KiB = 1024;',
    '',
    '/** Every numeric limit in one place. */',
    'export const limits = {',
    '  unsettledWaves: 8,',
    '  killGraceMs: 3_000,',
    '  turnDeadlineMs: 20 * 60_000,',
    '  answerBytes: 64 * KiB,',
    '};',
    '',
  ].join('\n'),
  'src/queue/enqueue-wave.ts': [
    "import { limits } from '../limits';",
    '',
    "/** Puts a wave at the end of its conversation's queue, or refuses when the queue is full. */",
    'export function enqueueWave(queue: string[], wave: string): string[] {',
    "  if (queue.length >= limits.unsettledWaves) throw new Error('queue_full');",
    '  return [...queue, wave];',
    '}',
    '',
  ].join('\n'),
  'src/queue/enqueue-wave.test.ts': [
    "import { enqueueWave } from './enqueue-wave';",
    '',
    "it('refuses a wave when the queue is full', () => {",
    "  expect(() => enqueueWave(new Array(8).fill('w'), 'x')).toThrow('queue_full');",
    '});',
    '',
  ].join('\n'),
  'src/stop/stop-wave.ts': [
    "import { limits } from '../limits';",
    '',
    '/** Ends the process group of a wave: SIGTERM, a grace, SIGKILL. */',
    'export async function stopWave(kill: (signal: string) => void): Promise<void> {',
    '  // TODO: prove that the group is gone',
    "  kill('SIGTERM');",
    '  await new Promise((resolve) => setTimeout(resolve, limits.killGraceMs));',
    "  kill('SIGKILL');",
    '}',
    '',
  ].join('\n'),
  'src/main.ts':
    "import { enqueueWave } from './queue/enqueue-wave';\nimport { stopWave } from './stop/stop-wave';\n\nexport const start = () => enqueueWave([], 'first');\nexport const stop = () => stopWave(() => undefined);\n",
  'src/forgotten.ts': '/** Nobody calls this. */\nexport function orphanHelper(): number {\n  return 1;\n}\n',
  '.gitignore': 'ignored/\n',
  'ignored/secret-plan.ts': 'export const enqueueWave = 1;\n',
  '.env': 'ENQUEUE_WAVE_TOKEN=secret\n',
};

/** A small Git repository like a real one, for tests of search and review. Real path, without a commit. */
export function fixtureRepository(more: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder('fixture');
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  return root;
}
