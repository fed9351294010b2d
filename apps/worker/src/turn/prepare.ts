import type { Assignment } from '@parley/contracts';
import type { JobErrorCode } from '@parley/domain';
import { assemblePrompt, filesystemSection } from '@parley/prompts';
import type { AgentRuntime, AttestationLevel, RuntimeRoot } from '@parley/runtimes';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Repositories } from '../repositories/repositories';
import type { Checks } from './terminal';

export type TurnAssignment = z.output<typeof Assignment>;
export interface Attestation {
  level: AttestationLevel;
  detail: string;
}
export interface Prepared {
  runtime: AgentRuntime;
  roots: RuntimeRoot[];
  attestation: Attestation;
  prompt: string;
}
export interface PrepareDeps {
  runtimes: ReadonlyMap<string, AgentRuntime>;
  repositories: Repositories;
  allowInstructed: readonly string[];
}

/** Everything that must hold before a provider may be asked; otherwise the code of what does not. Nothing has been sent then. */
export async function prepareTurn(deps: PrepareDeps, assignment: TurnAssignment): Promise<Prepared | JobErrorCode> {
  if (assignment.stopRequested) return 'stopped';
  const runtime = deps.runtimes.get(assignment.runtimeId);
  if (!runtime) return 'provider_unavailable';
  const roots = localRoots(deps.repositories, assignment);
  if (roots === null) return 'context_unavailable';
  const freshness = await compareRoots(deps.repositories, assignment);
  if (freshness !== 'fresh') return freshness === 'unknown' ? 'context_unavailable' : 'context_changed';
  const attestation = await runtime.attest({ roots }).catch(() => null);
  if (attestation === null || (attestation.level === 'instructed' && !deps.allowInstructed.includes(runtime.id)))
    return 'permission_attestation_failed';
  const guide = filesystemSection(roots.map(({ label, path }) => ({ label, path })));
  const sections = guide === null ? assignment.sections : [...assignment.sections, guide];
  return { runtime, roots, attestation, prompt: assemblePrompt(sections, randomBytes(12).toString('hex')) };
}

export function localRoots(repositories: Repositories, assignment: TurnAssignment): RuntimeRoot[] | null {
  const roots: RuntimeRoot[] = [];
  for (const { repositoryId, key, label } of assignment.roots) {
    const repository = repositories.byKey(key);
    if (!repository) return null;
    roots.push({ repositoryId, label, path: repository.path });
  }
  return roots;
}

/** Whether every root still is what the wave's snapshot says. */
export async function compareRoots(repositories: Repositories, assignment: TurnAssignment): Promise<Checks['freshness']> {
  const seen = await Promise.all(
    assignment.roots.map(async ({ key, generation }) => {
      const repository = repositories.byKey(key);
      const evidence = repository ? await repositories.inspect(repository) : undefined;
      if (evidence?.status !== 'captured') return 'unknown';
      return evidence.generation === generation ? 'fresh' : 'changed_during_job';
    }),
  );
  return seen.includes('changed_during_job') ? 'changed_during_job' : seen.includes('unknown') ? 'unknown' : 'fresh';
}
