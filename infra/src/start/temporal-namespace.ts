import { Connection } from '@temporalio/client';

const retentionSeconds = 7 * 24 * 60 * 60;

/** Histories of settled waves stay a week in the local server; its default is a day. */
export async function setRetention(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 15_000 });
  try {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: { seconds: retentionSeconds as never } },
    });
  } finally {
    await connection.close();
  }
}
