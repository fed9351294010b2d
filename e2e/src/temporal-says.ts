import { Client, Connection } from '@temporalio/client';

export interface TemporalSays {
  /** Whether a workflow of this wave is there, and how it stands. */
  status: string;
  /** The search attribute ParleyState. */
  state: string | null;
  /** What the Temporal UI shows as current details; null when no orchestrator answers. */
  details: string | null;
}

/** What an operator finds in the Temporal UI about a wave, and nothing else. */
export async function temporalSays(address: string, waveId: string): Promise<TemporalSays> {
  const connection = await Connection.connect({ address, connectTimeout: 3_000 });
  try {
    const handle = new Client({ connection }).workflow.getHandle(`wave/${waveId}`);
    const { status, searchAttributes } = await handle.describe();
    const metadata = await connection
      .withDeadline(Date.now() + 3_000, () => handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata'))
      .catch(() => null);
    return {
      status: status.name,
      state: (searchAttributes as { ParleyState?: string[] }).ParleyState?.[0] ?? null,
      details: metadata?.currentDetails ?? null,
    };
  } finally {
    await connection.close();
  }
}

/** As an operator does it in the Temporal UI. */
export async function terminate(address: string, waveId: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 3_000 });
  try {
    await new Client({ connection }).workflow.getHandle(`wave/${waveId}`).terminate('A journey ends it');
  } finally {
    await connection.close();
  }
}
