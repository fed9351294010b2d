import type { Client } from '@temporalio/client';
import { waveWorkflowId, waveWorkflowType } from '@parley/workflows';
import type { Services } from '../app/services';
import { errorCode } from '../relay/error-code';

/** Shown by the Temporal UI as the reason of the termination. */
const reason = 'Parley was restored from a backup that does not know this response, or knows it as settled.';

/**
 * Ends workflows that are older than the restore of the database and have nothing left to do there: those that ask the store end by themselves, those that
 * wait for a person would wait for ever. Only after a restore: a database that was never restored and does not know a wave is the wrong database.
 */
export async function endForgotten(services: Services, client: Client): Promise<number> {
  const { restored_at: restoredAt } = await services.db.selectFrom('parley.workspace').select('restored_at').executeTakeFirstOrThrow();
  if (restoredAt === null) return 0;
  let ended = 0;
  const query = `WorkflowType = '${waveWorkflowType}' AND ExecutionStatus = 'Running' AND StartTime < '${restoredAt.toISOString()}'`;
  try {
    for await (const { workflowId, runId } of client.workflow.list({ query })) {
      const waveId = workflowId.slice(waveWorkflowId('').length);
      const wave = await services.db.selectFrom('parley.wave').select('state').where('id', '=', waveId).executeTakeFirst();
      if (wave !== undefined && wave.state !== 'settled') continue;
      await client.workflow.getHandle(workflowId, runId).terminate(reason);
      ended += 1;
    }
  } catch (error) {
    services.log.warn({ code: errorCode(error) }, 'workflows from before the restore could not be ended yet');
  }
  return ended;
}
