import { spawn } from 'node:child_process';

export interface GitOutput {
  /** False when Git could not be started, or ended with an error; `grep` without a match is no error. */
  ok: boolean;
  text: string;
  truncated: boolean;
}

export interface GitOptions {
  /** The Git program; a name is looked up on PATH. */
  git?: string;
  maxBytes: number;
  timeoutMs: number;
}

/**
 * A repository is untrusted: its configuration must not be able to start programs (fsmonitor, hooks, pagers, external diffs), ask for
 * passwords, or reach a network; and looking must not write, not even the index.
 */
const safety = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'core.untrackedCache=false',
  '-c',
  'protocol.allow=never',
  '-c',
  'safe.directory=*',
  '-c',
  'submodule.recurse=false',
  '-c',
  'core.quotePath=false',
];

function gitEnvironment(): Record<string, string> {
  // eslint-disable-next-line no-restricted-properties -- only where programs are found; nothing here is configuration
  const { PATH, SystemRoot, TMPDIR } = process.env;
  const base = Object.entries({ PATH, SystemRoot, TMPDIR }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(base),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PAGER: 'cat',
  };
}

/** Runs one reading Git command in a root. Never throws: what could not be read is an answer too. */
export function runGit(root: string, args: readonly string[], { git = 'git', maxBytes, timeoutMs }: GitOptions): Promise<GitOutput> {
  return new Promise((resolve) => {
    const child = spawn(git, [...safety, ...args], {
      cwd: root,
      env: gitEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let truncated = false;
    const timer = setTimeout(() => {
      truncated = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const done = (ok: boolean): void => {
      clearTimeout(timer);
      resolve({ ok, text: Buffer.concat(chunks).toString('utf8'), truncated });
    };
    child.once('error', () => done(false));
    child.stdout.on('data', (chunk: Buffer) => {
      if (truncated) return;
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      truncated = true;
      chunks.push(chunk.subarray(0, chunk.length - (bytes - maxBytes)));
      child.kill('SIGKILL');
    });
    child.once('close', (code) => done(truncated || code === 0 || (code === 1 && args[0] === 'grep')));
  });
}
