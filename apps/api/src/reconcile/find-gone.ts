import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { waveWorkflowId } from '@parley/workflows';
import type { Gone } from './repair-wave';

/** How the workflow of a wave is gone; null while it runs. */
export async function findGone(client: Client, waveId: string): Promise<Gone | null> {
  try {
    const { status } = await client.workflow.getHandle(waveWorkflowId(waveId)).describe();
    switch (status.name) {
      case 'RUNNING':
      case 'CONTINUED_AS_NEW':
      case 'PAUSED':
      case 'UNSPECIFIED':
      case 'UNKNOWN':
        return null;
      case 'TERMINATED':
      case 'CANCELLED':
        return 'ended';
      case 'COMPLETED':
      case 'FAILED':
      case 'TIMED_OUT':
        return 'broken';
    }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}
