import { type ChildProcess, spawn } from 'node:child_process';
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
  const request = { jobId: 'job', attempt: 1, role, profileRole: 'lead', modelId: 'scripted-fast', question, target, concerns: [], promptBytes: 0 };
  child.stdin.on('error', () => undefined).write(`${JSON.stringify(request)}\n`);
  return { child, acknowledged: heard.acknowledged.promise, completed: heard.completed.promise };
}

(pgid: number): boolean {
  try {
    process.kill(-pgid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
