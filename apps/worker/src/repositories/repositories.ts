import type { RepositoryReport } from '@parley/contracts';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { z } from 'zod';
import type { ConfiguredRepository } from '../config/worker.config';
import { type Evidence, type Git, gitEvidence } from '../git';

export interface Repository {
  /** Stable on this host: a hash of the real path, which itself never leaves. */
  key: string;
  label: string;
  path: string;
}
type Report = z.input<typeof RepositoryReport>;

export interface Repositories {
  byKey(key: string): Repository | undefined;
  /** Ids that the API gave; needed to answer inspections. */
  learnIds(pairs: { key: string; id: string }[]): void;
  inspect(repository: Repository): Promise<Evidence>;
  /** Looks again at the named ones, and at those where looking is quick. */
  report(ids?: readonly string[]): Promise<Report[]>;
}

/** A look that takes longer is not repeated for every report, only when somebody asks. */
const quickMs = 400;
const labelLimit = 256;

/** The repositories that this host was told to offer. Nothing else on the machine is ever opened. */
export function createRepositories(configured: readonly ConfiguredRepository[], git: Git): Repositories {
  const known = new Map<string, Repository>();
  const ids = new Map<string, string>();
  const last = new Map<string, { evidence: Evidence; tookMs: number }>();
  const missing = new Map<string, ConfiguredRepository>();

  const find = async (): Promise<void> => {
    missing.clear();
    for (const { label, path } of configured) {
      const real = await realpath(path).catch(() => null);
      const key = createHash('sha256')
        .update(`repository\0${real ?? path}`)
        .digest('hex');
      if (real === null) missing.set(key, { label, path });
      else known.set(key, known.get(key) ?? { key, label: label.slice(0, labelLimit), path: real });
    }
  };
  const inspect = async (repository: Repository): Promise<Evidence> => {
    const begun = performance.now();
    const evidence = await gitEvidence(git, repository.path);
    last.set(repository.key, { evidence, tookMs: performance.now() - begun });
    return evidence;
  };
  const describe = ({ key, label }: Repository): Report => {
    const evidence = last.get(key)?.evidence;
    if (evidence?.status !== 'captured')
      return { key, label, branch: null, headSha: null, available: false, reason: evidence?.reason ?? null };
    const { branch, headSha, edited, untracked, generation } = evidence;
    return { key, label, branch, headSha, available: true, reason: null, edited, untracked, generation };
  };
  return {
    byKey: (key) => known.get(key),
    learnIds(pairs) {
      for (const { key, id } of pairs) ids.set(id, key);
    },
    inspect,
    async report(asked = []) {
      await find();
      const keys = new Set(asked.map((id) => ids.get(id)));
      for (const repository of known.values())
        if (keys.has(repository.key) || (last.get(repository.key)?.tookMs ?? 0) < quickMs) await inspect(repository);
      const absent = [...missing].map(([key, { label }]): Report => ({
        key,
        label: label.slice(0, labelLimit),
        branch: null,
        headSha: null,
        available: false,
        reason: 'The folder is not there.',
      }));
      return [...[...known.values()].map(describe), ...absent];
    },
  };
}
