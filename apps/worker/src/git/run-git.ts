import { spawn } from 'node:child_process';

/**
 * A repository is untrusted: its configuration must not start programs (fsmonitor, hooks, pagers, external diffs), ask for passwords or reach a network,
 * and looking must not write, not even the index. Content checks stay strict: a file that keeps its size and time but not its content is a change.
 */
const safety = [
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.pager=cat',
    'core.untrackedCache=false',
    'core.quotePath=false',
    'core.trustctime=true',
    'core.checkStat=default',
  ],
  ...[
    'diff.external=',
    'protocol.allow=never',
    'safe.directory=*',
    'submodule.recurse=false',
    'status.showUntrackedFiles=all',
    'status.renames=false',
    'gc.auto=0',
  ],
  ...(process.platform === 'win32' ? [] : ['core.fileMode=true']),
].flatMap((setting) => ['-c', setting]);

const kept = ['PATH', 'SystemRoot', 'TMPDIR'] as const;

/** Nothing of the host's environment but what a program needs to start: no token, no GIT_DIR that would point somewhere else. */
const environmentFrom = (from: NodeJS.ProcessEnv): Record<string, string> => ({
  ...Object.fromEntries(kept.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))),
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_PAGER: 'cat',
});

export interface GitRun {
  /** Exit code; null when Git could not be started, was stopped, or wrote more than was allowed. */
  code: number | null;
  bytes: number;
}
export interface Git {
  /** Streams standard output; at most `maxBytes` of it. Never throws: what cannot be read is an answer too. */
  stream(root: string, args: readonly string[], onData: (chunk: Buffer) => void): Promise<GitRun>;
  text(root: string, args: readonly string[]): Promise<{ code: number | null; text: string }>;
}
export interface GitLimits {
  maxBytes: number;
  timeoutMs: number;
}

export function createGit(
  environment: NodeJS.ProcessEnv,
  { maxBytes, timeoutMs }: GitLimits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 },
): Git {
  const env = environmentFrom(environment);
  const stream: Git['stream'] = (root, args, onData) =>
    new Promise((resolve) => {
      const child = spawn('git', [...safety, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
      let bytes = 0;
      let over = false;
      const stop = (): void => {
        over = true;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(stop, timeoutMs);
      const done = (code: number | null): void => {
        clearTimeout(timer);
        resolve({ code: over ? null : code, bytes });
      };
      child.once('error', () => done(null));
      child.stdout.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) stop();
        else if (!over) onData(chunk);
      });
      child.once('close', done);
    });
  return {
    stream,
    async text(root, args) {
      const chunks: Buffer[] = [];
      const { code } = await stream(root, args, (chunk) => chunks.push(chunk));
      return { code, text: Buffer.concat(chunks).toString('utf8') };
    },
  };
}
