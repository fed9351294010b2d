import { limits } from '@parley/domain';
import { proxyActivities } from '@temporalio/workflow';
import type { ControlActivities, CurationActivities, ReconcileActivities, TurnActivities } from './activities';
import { queues } from './messages';

/**
 * Curation retries without end: every step is idempotent, and a stopped API must only delay a wave, never lose it. `not_found` and `stale_state` do not
 * retry by their type. A step is one short transaction; one that has not ended in 10 s was begun by an API that is gone, and another takes it.
 */
export const curation = proxyActivities<CurationActivities>({
  taskQueue: queues.curation,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' },
});

export const repair = proxyActivities<ReconcileActivities>({
  taskQueue: queues.curation,
  startToCloseTimeout: '50s',
  retry: { maximumAttempts: 1 },
});

/** How long a host may take to pick up a turn or a capture before a person is told that it is waited for. */
export const pickUpPatienceMs = 5_000;
/** `patient` waits without end for a host that is away, until Stop cancels the scope; otherwise the task times out, unstarted, and the wait can be shown. */
type Pickup = 'prompt' | 'patient';
const pickup = (wait: Pickup): { scheduleToStartTimeout?: number } =>
  wait === 'prompt' ? { scheduleToStartTimeout: pickUpPatienceMs } : {};

export const capture = (hostId: string, wait: Pickup): Pick<ControlActivities, 'captureContext'> =>
  proxyActivities<ControlActivities>({
    taskQueue: queues.hostControl(hostId),
    ...pickup(wait),
    startToCloseTimeout: '2m',
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '15s' },
  });

/** Time after the deadline in which the host ends the group, proves it gone and has its terminal acknowledged. */
const deadlineMarginMs = 60_000;

/**
 * One attempt, ever: only the journal's proof of non-delivery makes a new one. The cancellation is reported when the turn has ended, not at once,
 * so that the terminal of a stopped turn is received; nothing in the workflow awaits this promise alone, so it cannot hold a stop up.
 */
export const turns = (hostId: string, ownerId: string, deadlineMs: number, wait: Pickup): TurnActivities =>
  proxyActivities<TurnActivities>({
    taskQueue: queues.hostTurns(hostId),
    ...pickup(wait),
    startToCloseTimeout: deadlineMs + deadlineMarginMs,
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { maximumAttempts: 1 },
    priority: { fairnessKey: ownerId },
  });

/** `patienceMs`: how long the host may take to pick the task up before it counts as absent. */
export const control = (hostId: string, patienceMs: number): Pick<ControlActivities, 'interruptTurn' | 'reconcileTurn'> =>
  proxyActivities<ControlActivities>({
    taskQueue: queues.hostControl(hostId),
    scheduleToStartTimeout: patienceMs,
    startToCloseTimeout: '30s',
    retry: { maximumAttempts: 1 },
  });
