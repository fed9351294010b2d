import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { startBench } from '../bench';
import { steadyMs } from '../clock';
import { alternate, compare, type Line } from '../compare';
import { question, waveIdOf, watchWaves } from '../waves';

const run = promisify(execFile);
const label = 'large';

/** The evidence of a repository as a wave captures it, with the way to the API, against the two commands of Git that it cannot do without. */
export async function snapshot({ quick, say }: Bench): Promise<Line[]> {
  const files = quick ? 500 : 50_000;
  say(`making a repository of ${files} files`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const path = join(folder, label);
  try {
    await fill(path, files);
    const repository = { path, label, write: () => undefined, has: () => false, git: () => '', remove: () => undefined };
    // A host of its own: what it looks after in every report would disturb the other rows.
    const bench = await startBench({ quick, say, stack: { repositories: [repository] } });
    try {
      return await measure(bench, path, files);
    } finally {
      await bench.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ stack, http, temporal, blocks }: Bench, path: string, files: number): Promise<Line[]> {
  const watch = await watchWaves(stack.client);
  const { items } = await stack.client.call('listRepositories');
  const contextRefs = items.map(({ id }) => ({ kind: 'repository', id }));
  /** From the start of the capture on the host to its end, as the server saw it. */
  const capture = async (): Promise<number[]> => {
    const conversationId = await newConversation(stack.client, 'snapshot');
    const body = JSON.stringify({ ...(JSON.parse(question({ policy: 'direct', body: 'Which?' })) as object), contextRefs });
    const waveId = waveIdOf(await http.send('POST', `/v1/conversations/${conversationId}/messages`, body));
    await watch.settled(waveId);
    const { events = [] } = await temporal.workflow.getHandle(`wave/${waveId}`).fetchHistory();
    const at = (kind: 'activityTaskStartedEventAttributes' | 'activityTaskCompletedEventAttributes'): number => {
      const scheduled = events!.find((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'captureContext');
      const found = events!.find((event) => event[kind]?.scheduledEventId?.toString() === scheduled?.eventId?.toString());
      return Number(found?.eventTime?.seconds) * 1000 + Number(found?.eventTime?.nanos) / 1e6;
    };
    return [at('activityTaskCompletedEventAttributes') - at('activityTaskStartedEventAttributes')];
  };
  const git = async (): Promise<number[]> => {
    const options = { cwd: path, maxBuffer: 256 * 1024 * 1024 };
    const began = steadyMs();
    await run('git', ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'], options);
    await run('git', ['ls-files', '-s', '-z'], options);
    return [steadyMs() - began];
  };
  const thrice = (act: () => Promise<number[]>) => async (): Promise<number[]> => [...(await act()), ...(await act()), ...(await act())];
  try {
    const measured = await alternate(Math.min(blocks, 5), { ours: thrice(capture), floor: thrice(git) });
    return compare(
      { row: 'G2', what: `context evidence of ${files.toLocaleString('en')} files`, targets: [{ of: 'p50', atMost: 2 }] },
      measured,
    );
  } finally {
    await watch.close();
  }
}

async function fill(path: string, files: number): Promise<void> {
  for (let i = 0; i < files; i += 1) {
    const folder = join(path, `part-${Math.floor(i / 2_500)}`, `group-${Math.floor(i / 50)}`);
    if (i % 50 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${i}.ts`), `export const value${i} = ${i};\n`);
  }
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgsign=false'];
  await run('git', ['init', '--quiet', '--initial-branch=main', path]);
  await run('git', ['-C', path, 'add', '--all']);
  await run('git', ['-C', path, ...identity, 'commit', '--quiet', '--message', 'Fill']);
}
