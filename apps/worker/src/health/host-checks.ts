import { limits } from '@parley/domain';
import { spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import type { Readiness } from './readiness';

const oldestGit = [2, 30] as const;
const gitEveryMs = 60_000;
const enoughBytes = 512 * 1024 * 1024;
/** What the journal may need for a turn. */
const leastBytes = 1024 * 1024;
/** The clock of an answer has whole seconds; what depends on the time bears a few. */
const clockLimitMs = 5_000;

export interface HostFacts {
  apiUrl: string;
  stateDir: string;
  environment: NodeJS.ProcessEnv;
  now: () => number;
  /** Room where the journal is. */
  freeBytes?: (folder: string) => Promise<number>;
  journalFailed: () => boolean;
  /** Since the API last took a report; null: it never did. */
  sinceReportMs: () => number | null;
  /** Runtimes whose turns nothing but their instructions keeps from writing, and that were not allowed by HOST_ALLOW_INSTRUCTED. */
  unsafeRuntimes: () => readonly string[];
}

/** What a host needs beside Temporal, and what should be looked at. */
export function addHostChecks(readiness: Readiness, facts: HostFacts): void {
  const free = (): Promise<number> => (facts.freeBytes ?? freeBytes)(facts.stateDir);
  readiness.need(
    'git',
    cached(gitEveryMs, facts.now, () => checkGit(facts.environment)),
  );
  readiness.need('api', () => {
    const late = facts.sinceReportMs();
    if (late !== null && late <= limits.hostStaleMs) return null;
    const since = late === null ? 'no report of this host yet' : `no report of this host for ${Math.round(late / 1000)} s`;
    return `has taken ${since}: see whether it answers at ${facts.apiUrl} and knows HOST_TOKEN`;
  });
  readiness.need('journal', async () =>
    facts.journalFailed() || (await free()) < leastBytes
      ? 'cannot be written, so turns are refused before anything is sent: make room where HOST_STATE_DIR is, and it goes on by itself'
      : null,
  );
  readiness.warn('disk', async () => {
    const left = await free();
    return left >= enoughBytes
      ? null
      : `has ${Math.floor(left / 1024 / 1024)} MiB left where HOST_STATE_DIR is: make room, without it no turn can be journalled and none is sent`;
  });
  readiness.warn('clock', async () => {
    const before = facts.now();
    const response = await fetch(`${facts.apiUrl}/healthz`, { signal: AbortSignal.timeout(1_500) });
    const theirs = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(theirs)) return null;
    const apart = Math.max(0, before - theirs - 1_000, theirs - facts.now());
    return apart <= clockLimitMs
      ? null
      : `is ${Math.round(apart / 1000)} s apart from the API's: set both by NTP, deadlines of turns depend on them`;
  });
  readiness.warn('sandbox', () => {
    const names = facts.unsafeRuntimes();
    return names.length === 0
      ? null
      : `cannot keep ${names.join(', ')} from writing: turns of it are refused; HOST_ALLOW_INSTRUCTED accepts that by name`;
  });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function cached(everyMs: number, now: () => number, check: () => Promise<string | null>): () => Promise<string | null> {
  let last: { at: number; found: Promise<string | null> } | undefined;
  return () => {
    if (!last || now() - last.at > everyMs) last = { at: now(), found: check() };
    return last.found;
  };
}

/** Asked with the PATH that repositories are read with. */
async function checkGit(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const said = await new Promise<string | null>((done) => {
    const child = spawn('git', ['--version'], { env: { PATH: environment['PATH'] }, stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += String(chunk)));
    child.once('error', () => done(null));
    child.once('close', (code) => done(code === 0 ? text : null));
  });
  if (said === null) return 'is not installed: install Git, hosts read repositories with it';
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number);
  const isOld = major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]);
  return isOld ? `is too old (${major}.${minor}): install ${oldestGit.join('.')} or newer` : null;
}
