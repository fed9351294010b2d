import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startMark } from './members';
import { type GroupEnd, terminateGroup } from './terminate';

export interface GroupCommand {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment of the child. Nothing is inherited, so that a token of the host cannot leak into a provider. */
  env: Readonly<Record<string, string>>;
}

/** Puts a sandbox around a command: gets what would be run, returns what is run instead. */
export type SandboxWrapper = (command: GroupCommand) => GroupCommand;

export interface GroupExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProcessGroup {
  readonly pgid: number;
  readonly start: string | null;
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the leader has ended; the rest of the group may still live and hold its pipes. */
  readonly exited: Promise<GroupExit>;
  /** The last part of what the group wrote to standard error, for a person who debugs on this host; never logged, never sent. */
  errorTail(): string;
  /** Ends the whole group and lets go of its pipes. Idempotent. */
  end(graceMs: number): Promise<GroupEnd>;
}

const errorTailBytes = 16 * 1024;
const inherited = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'SystemRoot', 'ComSpec', 'PATHEXT'] as const;

/** The few variables that a child needs to run at all, and what the caller adds by name. */
export function childEnvironment(from: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = inherited.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const]));
  return { ...Object.fromEntries(kept), ...extra };
}

function keepTail(stream: NodeJS.ReadableStream): () => string {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-errorTailBytes);
  });
  return () => tail.toString('utf8');
}

/**
 * Starts a command as the leader of its own session and process group, so that everything it starts can be ended, and proven gone, together.
 * Rejects when the command could not be started: then nothing ran.
 */
export async function spawnGroup(command: GroupCommand, wrap: SandboxWrapper = (same) => same): Promise<ProcessGroup> {
  const { command: file, args, cwd, env } = wrap(command);
  const child = spawn(file, [...args], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  // Read before the event loop turns: until then even a leader that has ended is a zombie of ours and its number is not reused.
  const start = child.pid === undefined ? null : startMark(child.pid);
  const exited = new Promise<GroupExit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const errorTail = keepTail(child.stderr);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  await once(child, 'spawn');
  const pgid = child.pid as number;
  let ending: Promise<GroupEnd> | undefined;
  const end = async (graceMs: number): Promise<GroupEnd> => {
    const result = await terminateGroup(pgid, start, graceMs);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    return result;
  };
  return { pgid, start, child, exited, errorTail, end: (graceMs) => (ending ??= end(graceMs)) };
}
