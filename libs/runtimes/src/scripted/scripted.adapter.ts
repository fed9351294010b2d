import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { RuntimeReport } from '@parley/contracts';
import { parseChildLine, runChildTurn } from '../child-turn';
import type { AgentRuntime, JournalledTurn, ReconcileResult, TurnInput } from '../port';
import { childEnvironment, isGroupAlive, type SandboxWrapper } from '../process-group';

export interface ScriptedConfig {
  /** Absolute path of the provider program. */
  script: string;
  /** Where the provider writes what it did; without it, it keeps no record and a lost turn stays unknown. */
  log?: string;
  /** Environment of this host, from which the few harmless variables are taken. */
  environment: NodeJS.ProcessEnv;
  wrap?: SandboxWrapper;
}

const id = 'scripted';
const model = (modelId: string, name: string) => ({
  id: modelId,
  name,
  contextTokens: 128_000,
  efforts: [],
  inputUsdPerMillion: null,
  outputUsdPerMillion: null,
});
const models = [model('scripted-1', 'Scripted'), model('scripted-fast', 'Scripted, fast'), model('scripted-slow', 'Scripted, slow')];

function report(script: string): RuntimeReport {
  const ready = existsSync(script);
  return {
    id,
    name: 'Scripted provider',
    kind: 'scripted',
    version: '1',
    ready,
    reason: ready ? null : 'The scripted provider program is not where the configuration says.',
    models,
    enforced: { level: 'built_in', detail: 'A test program of this host; it opens no repository.' },
    capabilities: { streaming: true, usage: true, interrupt: true, reconcile: true },
  };
}

const request = ({ assignment, prompt }: TurnInput): object => ({
  jobId: assignment.jobId,
  attempt: assignment.attempt,
  role: assignment.role,
  profileRole: assignment.profileRole,
  modelId: assignment.modelId,
  question: assignment.question,
  target: assignment.target,
  concerns: assignment.concerns,
  promptBytes: Buffer.byteLength(prompt),
});

/** Asks the provider's own record, as a session store of a real provider would be asked. */
interface Found {
  status?: string;
  line?: unknown;
  usage?: unknown;
}

function lookup(config: ScriptedConfig, env: Record<string, string>, turn: JournalledTurn): Promise<Found> {
  return new Promise((resolve) => {
    execFile(process.execPath, [config.script, '--lookup', turn.jobId, String(turn.attempt)], { env, timeout: 10_000 }, (error, stdout) => {
      try {
        resolve(error ? {} : (JSON.parse(stdout) as Found));
      } catch {
        resolve({});
      }
    });
  });
}

async function reconcile(config: ScriptedConfig, env: Record<string, string>, turn: JournalledTurn): Promise<ReconcileResult> {
  if (turn.pgid !== null && isGroupAlive(turn.pgid, turn.startTicks)) return { status: 'alive' };
  const found = await lookup(config, env, turn);
  // The provider records a turn durably before it accepts it: no record means that it never got the request.
  if (found.status === 'absent') return turn.delivery === 'sending' ? { status: 'not_delivered' } : { status: 'unknown' };
  const line = found.status === 'terminal' ? parseChildLine(JSON.stringify(found.line)) : undefined;
  const told = parseChildLine(JSON.stringify({ type: 'usage', usage: found.usage }));
  const usage = told?.type === 'usage' ? told.usage : null;
  if (line?.type === 'completed') return { status: 'terminal', result: { status: 'completed', output: line.output, usage } };
  if (line?.type === 'failed') return { status: 'terminal', result: { status: 'failed', code: line.code, usage: null } };
  return { status: 'unknown' };
}

/** The runtime of tests and demonstrations: turns are taken by a program that follows a script in the question. */
export function createScriptedRuntime(config: ScriptedConfig): AgentRuntime {
  const env = childEnvironment(config.environment, config.log ? { SCRIPTED_LOG: config.log } : {});
  return {
    id,
    describe: async () => report(config.script),
    attest: async () => report(config.script).enforced,
    send: (input, beforeSend, emit) =>
      runChildTurn({
        command: { command: process.execPath, args: [config.script], cwd: input.scratchDir, env },
        wrap: config.wrap,
        request: request(input),
        input,
        beforeSend,
        emit,
      }),
    reconcile: (turn) => reconcile(config, env, turn),
  };
}
