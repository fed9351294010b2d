import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RuntimeReport } from '@parley/contracts';
import { runChildTurn } from '../child-turn';
import type { AgentRuntime, JournalledTurn, ReconcileResult, TurnInput } from '../port';
import { childEnvironment, type SandboxWrapper, terminateGroup } from '../process-group';
import { runGit } from '../repository-files';
import type { EvidenceRequest } from './request';

export interface EvidenceConfig {
  /** Environment of this host, from which the few harmless variables are taken. */
  environment: NodeJS.ProcessEnv;
  /** The Git program; by default the one on PATH. */
  git?: string;
  wrap?: SandboxWrapper;
}

const id = 'evidence';
const enforced = {
  level: 'built_in',
  detail: 'Read-only by construction: a search through Git and file reads inside the roots; no model, no tools, no network.',
} as const;

async function report(git: string): Promise<RuntimeReport> {
  const version = await runGit(process.cwd(), ['version'], { git, maxBytes: 1_000, timeoutMs: 5_000 });
  return {
    id,
    name: 'Evidence search',
    kind: 'built_in',
    version: '1',
    ready: version.ok,
    reason: version.ok ? null : 'The git program was not found on this host; install Git and start the host again.',
    models: [
      { id: 'evidence-1', name: 'Search, no model', contextTokens: null, efforts: [], inputUsdPerMillion: 0, outputUsdPerMillion: 0 },
    ],
    enforced,
    capabilities: { streaming: true, usage: false, interrupt: true, reconcile: true },
  };
}

/** From a build, the child is JavaScript beside this file; from the sources, Node strips its types and a hook finds its imports. */
function childArguments(): string[] {
  if (!__filename.endsWith('.ts')) return [join(__dirname, 'child.js')];
  return [
    '--disable-warning=ExperimentalWarning',
    '--import',
    pathToFileURL(join(__dirname, '..', 'source-hooks.mjs')).href,
    join(__dirname, 'child.ts'),
  ];
}

const request = ({ assignment, roots }: TurnInput, git: string): EvidenceRequest => ({
  role: assignment.role,
  lens: assignment.profileRole,
  question: assignment.question,
  target: assignment.target,
  concerns: assignment.concerns,
  roots: roots.map(({ label, path }) => ({ label, path })),
  conversation: assignment.sections
    .filter((section) => section.name === 'sources' || section.name === 'transcript')
    .map((section) => section.text),
  git,
});

/** A search leaves nothing behind: once its process is gone, it may run again as if it had never run. */
async function reconcile(turn: JournalledTurn): Promise<ReconcileResult> {
  if (turn.pgid === null) return { status: 'not_delivered' };
  const { gone } = await terminateGroup(turn.pgid, turn.startTicks, 1_000);
  return { status: gone ? 'not_delivered' : 'alive' };
}

/** The built-in runtime: finds, quotes and checks, without a model and without a key. */
export function createEvidenceRuntime(config: EvidenceConfig): AgentRuntime {
  const git = config.git ?? 'git';
  const env = childEnvironment(config.environment);
  return {
    id,
    describe: () => report(git),
    attest: async () => enforced,
    send: (input, beforeSend, emit) =>
      runChildTurn({
        command: { command: process.execPath, args: childArguments(), cwd: input.scratchDir, env },
        wrap: config.wrap,
        request: request(input, git),
        input,
        beforeSend,
        emit,
      }),
    reconcile,
  };
}
