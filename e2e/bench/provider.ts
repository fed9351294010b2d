import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { scriptedProviderPath } from '@parley/testing';

export interface ProviderTurn {
  child: ChildProcess;
  acknowledged: Promise<void>;
  completed: Promise<void>;
}

/** The scripted provider by itself, as a host starts it: a group of its own, one request in, lines out. */
export function startProvider(question: string, role: 'answer' | 'review' | 'correct' = 'answer'): ProviderTurn {
  const child = spawn(process.execPath, [scriptedProviderPath], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const heard = { acknowledged: Promise.withResolvers<void>(), completed: Promise.withResolvers<void>() };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type } = JSON.parse(line) as { type: string };
    if (type === 'acknowledged' || type === 'completed') heard[type].resolve();
  });
  const target = { messageId: 'msg_00000000000000000000000000', text: 'An answer.' };
  const request = {
    jobId: 'job',
    attempt: 1,
    role,
    profileRole: 'lead',
    modelId: 'scripted-fast',
    question,
    target,
    concerns: [],
    promptBytes: 0,
  };
  child.stdin.on('error', () => undefined).write(`${JSON.stringify(request)}\n`);
  return { child, acknowledged: heard.acknowledged.promise, completed: heard.completed.promise };
}

/** Whether nobody of a process group runs any more. A zombie waits for its parent only, and counts as gone. */
export function isGroupGone(pgid: number): boolean {
  const rows = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' }).split('\n');
  return !rows.some((row) => new RegExp(`^\\s*${pgid}\\s+[^ZX]`).test(row));
}

/** Resolves when a bare signal has ended a group of ours. */
export async function untilReaped(pgid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(-pgid, 0);
    } catch {
      return;
    }
    await new Promise((done) => setTimeout(done, 1));
  }
}
