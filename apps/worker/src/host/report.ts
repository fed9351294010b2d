import type { Client } from '@parley/client';
import type { RuntimeReport } from '@parley/contracts';
import { limits } from '@parley/domain';
import type { AgentRuntime } from '@parley/runtimes';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log';
import type { Repositories } from '../repositories/repositories';

export interface ReportDeps {
  api: Client;
  runtimes: readonly AgentRuntime[];
  repositories: Repositories;
  capacity: number;
  running: () => number;
  log: Logger;
}

/** Asking a runtime what it can do may start a program: once in a while is enough. */
const describeEveryMs = 30_000;
const waitMs = 20_000;
const pauseAfterFailureMs = 1_000;

export interface Reporter {
  /** Tells the API what this host has, looking again at the named repositories. */
  report(ids?: readonly string[]): Promise<void>;
  /** Reports every ten seconds, and at once when a preview asks for it, until `signal`. */
  run(signal: AbortSignal): Promise<void>;
  /** Since the API last took a report; null: it never did. */
  sinceTakenMs(): number | null;
  /** Names of runtimes that nothing but their instructions keeps from writing. */
  instructedOnly(allowed: readonly string[]): string[];
}

export function createReporter({ api, runtimes, repositories, capacity, running, log }: ReportDeps): Reporter {
  let described: { at: number; reports: RuntimeReport[] } | undefined;
  let takenAt: number | null = null;
  const describe = async (): Promise<RuntimeReport[]> => {
    if (described && performance.now() - described.at < describeEveryMs) return described.reports;
    const found = await Promise.allSettled(runtimes.map((runtime) => runtime.describe()));
    described = { at: performance.now(), reports: found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) };
    return described.reports;
  };
  const report = async (ids?: readonly string[]): Promise<void> => {
    const body = { runtimes: await describe(), repositories: await repositories.report(ids), capacity, running: running() };
    repositories.learnIds((await api.call('reportHost', { body })).repositories);
    takenAt = performance.now();
  };
  const every = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await delay(limits.hostReportMs, undefined, { signal });
      await report().catch((error: unknown) => log.warn({ err: error }, 'report not taken'));
    }
  };
  const onDemand = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        const { repositoryIds } = await api.call('getInspection', { query: { waitMs } }, { signal, timeoutMs: waitMs + 10_000 });
        if (repositoryIds.length > 0) await report(repositoryIds);
      } catch (error) {
        if (signal.aborted) return;
        log.debug({ err: error }, 'inspection not answered');
        await delay(pauseAfterFailureMs, undefined, { signal });
      }
    }
  };
  return {
    report,
    run: async (signal) => void (await Promise.allSettled([every(signal), onDemand(signal)])),
    sinceTakenMs: () => (takenAt === null ? null : performance.now() - takenAt),
    instructedOnly: (allowed) =>
      (described?.reports ?? []).filter((one) => one.enforced.level === 'instructed' && !allowed.includes(one.id)).map((one) => one.name),
  };
}
