import { Client, Connection } from '@temporalio/client';
import { constants } from 'node:os';
import postgres from 'postgres';
import { type Stack, startStack, type StackOptions } from '../src/stack';
import { createHttpClient, type HttpClient } from './http';
import { type LoopbackModel, modelId, startModel } from './model';

/** What every row works with: the real processes, and the same servers without them. */
export interface Bench {
  stack: Stack;
  model: LoopbackModel;
  /** As many connections as the API has. */
  sql: postgres.Sql;
  temporal: Client;
  http: HttpClient;
  /** A short proof that a row works, whose numbers mean nothing. */
  quick: boolean;
  blocks: number;
  /** Of the waves of the row that takes thousands. */
  share: number;
  say(text: string): void;
  close(): Promise<void>;
}

export interface BenchOptions {
  quick: boolean;
  share?: number;
  say: (text: string) => void;
  stack?: StackOptions;
}

/** The pool of the API, by default. */
const connections = 12;
/** The API keeps one person's requests below a limit; here one person is many. */
const withoutLimit = { API_REQUESTS_PER_MINUTE: '1000000' };

export async function startBench({ quick, say, share = 1, stack: more = {} }: BenchOptions): Promise<Bench> {
  const model = await startModel();
  const stack = await startStack({
    ...{ web: false, ownPostgres: true, silence: 'off', ...more },
    // What a release logs.
    env: { LOG_LEVEL: 'info', ...more.env },
    apiEnv: { ...withoutLimit, ...more.apiEnv },
    hostEnv: { OPENAI_COMPATIBLE_BASE_URL: model.baseUrl, OPENAI_COMPATIBLE_MODELS: modelId, ...more.hostEnv },
  });
  endWith(stack);
  const sql = postgres(stack.databaseUrl, { max: connections, onnotice: () => undefined });
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const http = createHttpClient(stack.apiUrl, stack.apiKey, 64);
  return {
    ...{ stack, model, sql, http, quick, share, say },
    temporal: new Client({ connection }),
    blocks: quick ? 2 : 6,
    async close() {
      http.close();
      await sql.end({ timeout: 5 });
      await connection.close();
      await stack.stop();
      model.close();
    },
  };
}

const started = new Set<Stack>();

/** A bench that is told to end leaves no process behind. */
function endWith(stack: Stack): void {
  started.add(stack);
  if (started.size > 1) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      for (const { processes } of started)
        for (const one of Object.values(processes)) if (one && one.pid > 0) void one.kill('SIGKILL').catch(() => undefined);
      process.exit(128 + constants.signals[signal]);
    });
}
