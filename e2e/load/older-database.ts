import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ProblemError } from '@parley/client';
import { Client, Connection } from '@temporalio/client';
import { repositoryRoot } from '../src/process';
import type { Stack } from '../src/stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave, type Wave } from '../src/wave';
import { environmentOf } from './another';
import { read } from './reader';
import type { reporter } from './report';
import { here } from './traffic';

const run = promisify(execFile);
const clearMs = 150_000;

/** Keeps the state of the database of this moment, and puts it back. */
export interface Copy {
  take(): Promise<void>;
  putBack(): Promise<void>;
}

/** By the commands that operators use; the API is stopped meanwhile, Temporal and the host are not. */
export function byBackup(stack: Stack): Copy {
  const file = join(stack.folder, 'older.parley');
  const env = environmentOf(stack.processes.api.pid);
  const backup = (...args: string[]): Promise<unknown> =>
    run(process.execPath, [join(repositoryRoot, 'apps/api/dist/backup/main.js'), ...args], { env, timeout: 60_000 });
  return {
    take: async () => void (await backup('dump', file)),
    async putBack() {
      await stack.processes.api.kill();
      await backup('load', file, '--replace');
      await stack.processes.api.start();
    },
  };
}

/** By the files of the server, without a word to anybody: every other process goes on. */
export function byFolder(stack: Stack): Copy {
  const postgres = stack.processes.postgres!;
  const [folder, copy] = [join(stack.folder, 'postgres'), join(stack.folder, 'postgres-older')];
  return {
    async take() {
      await postgres.kill();
      await run('cp', ['-a', folder, copy]);
      await postgres.start();
    },
    async putBack() {
      await postgres.kill();
      await run('rm', ['-r', folder]);
      await run('cp', ['-a', copy, folder]);
      await postgres.start();
    },
  };
}

/** An older state of the database is put back while Temporal and the journal of the host know more. */
export async function putOlderBack(stack: Stack, copy: Copy, { found }: ReturnType<typeof reporter>): Promise<void> {
  const { client } = stack;
  const begin = async (title: string, act: object): Promise<string> =>
    ask(client, {
      conversationId: await newConversation(client, title),
      body: scripted('What is refused?', { '*': { text: 'Parcels.', ...act } }),
      policy: 'team',
    });
  const finished = await untilWave(client, await begin('Finished before', {}), settled);
  const early = await Promise.all(['a', 'b'].map((name) => begin(`Open at the backup ${name}`, { delayMs: 4_000 })));
  await untilWave(client, early[0]!, inTurn('answer'));
  await copy.take();
  await Promise.all(early.map((id) => untilWave(client, id, settled, 90_000)));
  const later = await untilWave(client, await begin('After the backup', {}), settled);
  const running = await begin('Open at the restore', { delayMs: 8_000 });
  await untilWave(client, running, inTurn('answer'));
  const reader = read({ client, after: await here(client) });
  await delay(500);
  await copy.putBack();

  const since = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - since) / 1_000)} s after the restore`;
  while (reader.resets === 0 && performance.now() - since < 30_000) await delay(50);
  found('readers that were there', reader.resets > 0 ? `told to begin anew ${seconds()}` : 'told nothing', reader.resets > 0);
  await reader.stop();
  found('what is unknown now', `${await outcomeOf(stack, later.id)}, ${await outcomeOf(stack, running)}`);
  found('what had settled before', await outcomeOf(stack, finished.id), (await outcomeOf(stack, finished.id)) === 'settled complete');

  const isClear = (wave: Wave): boolean => wave.state === 'settled' || wave.state === 'recovery_required';
  const ends = await Promise.all(early.map((id) => untilWave(client, id, isClear, clearMs)));
  found('what was open at the backup', `${ends.map(describe).join('; ')} (${seconds()})`, ends.every(isClear));
  const left = await openWorkflows(stack, new Set(ends.filter(({ state }) => state !== 'settled').map(({ id }) => id)));
  found('workflows that nobody waits for', `${left.length === 0 ? 'none' : left.join(', ')} (${seconds()})`, left.length === 0);
  const again = await untilWave(client, await begin('After the restore', {}), settled);
  found('a wave after that', describe(again), again.outcome === 'complete');
  const repeated = repeats(stack);
  found('turns that the provider began twice', repeated.length === 0 ? 0 : repeated.join(', '), repeated.length === 0);
}

const describe = ({ state, outcome, waitingFor }: Wave): string => `${state} ${outcome ?? waitingFor?.code ?? ''}`.trim();

async function outcomeOf({ client }: Stack, id: string): Promise<string> {
  try {
    return describe(await client.call('getWave', { params: { id } }));
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
}

/** Waves that still run in Temporal and that the database neither knows as open nor is about to end. */
async function openWorkflows({ temporalAddress }: Stack, known: ReadonlySet<string>): Promise<string[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const client = new Client({ connection });
    const open = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query: `ExecutionStatus = 'Running' AND WorkflowType = 'wave'` }))
        if (!known.has(workflowId.replace('wave/', ''))) ids.push(workflowId);
      return ids;
    };
    let ids = await open();
    for (const until = Date.now() + clearMs; ids.length > 0 && Date.now() < until; ids = await open()) await delay(1_000);
    return ids;
  } finally {
    await connection.close();
  }
}

function repeats({ scriptedLog }: Stack): string[] {
  const jobs = readFileSync(scriptedLog, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('started ') ? [line.split(' ')[1]!] : []));
  return jobs.filter((job, at) => jobs.indexOf(job) !== at);
}
