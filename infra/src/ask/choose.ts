import { resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { CallOutput } from '@parley/client';
import { UserError } from '../config/infra.config';
import { repositoryAt } from '../start/options';
import type { AskOptions } from './options';

type Repository = CallOutput<'listRepositories'>['items'][number];
type Runtime = CallOutput<'listRuntimes'>['items'][number];
type Profile = CallOutput<'listProfiles'>['items'][number];
export interface Responder {
  profileId: string;
  runtimeId: string;
  modelId: string;
}

/** A real model before the built-in search, and that before a script. */
const preference: Record<Runtime['kind'], number> = { cli: 0, api: 1, built_in: 2, scripted: 3 };

const headOf = (folder: string): string => spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();

/**
 * The API knows repositories by label and commit, never by path, so a folder is recognised by its name and, where two have the same
 * name, by its commit. Null: no repository takes part.
 */
export function chooseRepository(repositories: Repository[], options: AskOptions, folder: string): Repository | null {
  const usable = repositories.filter((repository) => repository.available);
  const named = options.repository;
  const top = repositoryAt(named === undefined ? folder : resolve(folder, named));
  const label = top?.split(/[/\\]/).pop() ?? named;
  const found = usable.filter((repository) => repository.label === label || repository.label === named || repository.id === named);
  const exact = found.length > 1 && top ? found.filter((repository) => repository.headSha === headOf(top)) : found;
  const one = exact[0] ?? found[0];
  if (one) return one;
  if (named === undefined) return usable.length === 1 ? (usable[0] ?? null) : null;
  const known = usable.map((repository) => repository.label).join(', ') || 'none';
  throw new UserError(`No host offers ${named} (known: ${known}): start with \`npm start -- --repo ${named}\`, or name one of those.`);
}

function chooseRuntime(runtimes: Runtime[], repository: Repository | null, options: AskOptions): { runtimeId: string; modelId: string } {
  const near = (runtime: Runtime): boolean =>
    runtime.hosts.some((host) => host.online && host.ready && (!repository || repository.hosts.some((other) => other.id === host.id)));
  const ready = runtimes
    .filter((runtime) => runtime.models.length > 0 && near(runtime))
    .sort((a, b) => preference[a.kind] - preference[b.kind]);
  const runtime = options.runtime === undefined ? ready[0] : ready.find((one) => one.id === options.runtime);
  if (!runtime) {
    const reasons = runtimes.map((one) => `${one.id}: ${one.reason ?? 'ready'}`).join('; ') || 'no host has reported one';
    throw new UserError(
      `No agent runtime can take this question (${reasons}): run \`npm run doctor\`, or name a ready one with --runtime.`,
    );
  }
  const model = options.model === undefined ? runtime.models[0] : runtime.models.find((one) => one.id === options.model);
  if (!model)
    throw new UserError(`${runtime.name} has no model ${options.model ?? ''} (it has ${runtime.models.map((one) => one.id).join(', ')}).`);
  return { runtimeId: runtime.id, modelId: model.id };
}

/** Lead for Direct; Lead, Skeptic and Verifier for Panel and Team; the named agents instead, where names are given. */
export function chooseResponders(
  profiles: Profile[],
  runtimes: Runtime[],
  repository: Repository | null,
  options: AskOptions,
): Responder[] {
  if (options.policy === 'note') return [];
  const byRole = (role: Profile['role']): Profile[] => profiles.filter((profile) => profile.role === role && profile.builtIn).slice(0, 1);
  const standard = [...byRole('lead'), ...(options.policy === 'direct' ? [] : [...byRole('skeptic'), ...byRole('verifier')])];
  const named = options.agents.map((name) => {
    const found = profiles.find((profile) => profile.name.toLowerCase() === name.toLowerCase() || profile.id === name);
    if (!found) throw new UserError(`There is no agent ${name} (there are ${profiles.map((profile) => profile.name).join(', ')}).`);
    return found;
  });
  const choice = chooseRuntime(runtimes, repository, options);
  return (named.length > 0 ? named : standard).map((profile) => ({ profileId: profile.id, ...choice }));
}
