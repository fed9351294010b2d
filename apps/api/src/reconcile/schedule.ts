import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { queues, reconcileWorkflowType } from '@parley/workflows';

/** Each minute, never two at once, and after a standstill once and not for every minute missed. */
export async function ensureReconcileSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: 'reconcile',
      spec: { intervals: [{ every: '60s' }] },
      action: {
        type: 'startWorkflow',
        workflowType: reconcileWorkflowType,
        taskQueue: queues.waves,
        workflowId: 'reconcile',
        args: [],
        workflowExecutionTimeout: '1m',
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '60s' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
