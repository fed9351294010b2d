import type { RootEvidence } from '@parley/contracts';
import { ApplicationFailure } from '@temporalio/common';
import type { Client } from '@parley/client';
import type { ControlActivities } from '@parley/workflows';
import type { z } from 'zod';
import { isFinal } from '../host/host-api';
import type { Repositories } from '../repositories/repositories';
import type { Reconciler } from '../turn/reconcile';

export interface ControlDeps {
  api: Client;
  repositories: Repositories;
  reconciler: Reconciler;
  heartbeat: () => void;
}

/** What runs beside the turns, on a queue of its own, so that a full host still answers. */
export function controlActivities({ api, repositories, reconciler, heartbeat }: ControlDeps): ControlActivities {
  const evidence = async (repository: { id: string; key: string }): Promise<z.input<typeof RootEvidence>> => {
    const known = repositories.byKey(repository.key);
    const seen = known
      ? await repositories.inspect(known)
      : { status: 'unreadable' as const, reason: 'This host does not offer the repository any more.' };
    if (seen.status === 'unreadable')
      return {
        repositoryId: repository.id,
        status: 'unreadable',
        reason: seen.reason,
        branch: null,
        headSha: null,
        edited: 0,
        untracked: 0,
        generation: null,
      };
    const { branch, headSha, edited, untracked, generation } = seen;
    return { repositoryId: repository.id, status: 'captured', reason: null, branch, headSha, edited, untracked, generation };
  };
  return {
    async captureContext(waveId) {
      const beat = setInterval(heartbeat, 1_000);
      try {
        const request = await api.call('getContextRequest', { params: { id: waveId } });
        const roots = await Promise.all(request.repositories.map(evidence));
        return await api.call('putContext', { params: { id: waveId }, body: { roots } });
      } catch (error) {
        throw closedFailure(error);
      } finally {
        clearInterval(beat);
      }
    },
    interruptTurn: async (turn) => ({ known: reconciler.interrupt(turn) }),
    reconcileTurn: (turn) => reconciler.look(turn).catch((error: unknown) => Promise.reject(closedFailure(error))),
  };
}

/** Histories know closed types only. */
export function closedFailure(error: unknown): ApplicationFailure {
  const type = isFinal(error) ? (error.problem.code === 'not_found' ? 'not_found' : 'stale_state') : 'unavailable';
  return ApplicationFailure.create({ type, message: type, nonRetryable: type !== 'unavailable' });
}
