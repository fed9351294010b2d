import { Connection } from '@temporalio/client';

/** What one place of the Temporal server holds, every string and every payload of it decoded. */
export interface Held {
  place: string;
  text: string;
}
export interface TemporalSearch {
  held: Held[];
  /** Workflows that are there, and those whose history was read: all of them, or an even sample of very many. */
  workflows: number;
  histories: number;
}

const namespace = 'default';
const mostHistories = 400;
const mostQueries = 20;
const atOnce = 16;
const queryMs = 3_000;

/** Payload data is not visible in the JSON form of an answer: bytes are decoded here. */
export function readable(value: unknown): string {
  const parts: string[] = [];
  const walk = (one: unknown): void => {
    if (one instanceof Uint8Array) parts.push(Buffer.from(one).toString('utf8'));
    else if (typeof one === 'string') parts.push(one);
    else if (Array.isArray(one)) one.forEach(walk);
    else if (one !== null && typeof one === 'object')
      for (const [key, inner] of Object.entries(one)) {
        parts.push(key);
        walk(inner);
      }
  };
  walk(value);
  return parts.join('\n');
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Reads all that a Temporal server says about workflows and schedules. Without an orchestrator there is nobody to ask for current details. */
export async function searchTemporal(address: string, orchestratorLives: boolean): Promise<TemporalSearch> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    const { workflowService: service } = connection;
    const held: Held[] = [];
    const keep = (place: string, value: unknown): void => void held.push({ place, text: readable(value) });

    const executions: { workflowId: string; runId: string }[] = [];
    for (let nextPageToken: Uint8Array | null | undefined; ;) {
      const page = await service.listWorkflowExecutions({ namespace, pageSize: 500, nextPageToken });
      for (const info of page.executions ?? []) {
        executions.push({ workflowId: info.execution?.workflowId ?? '', runId: info.execution?.runId ?? '' });
        keep('memos', info.memo);
        keep('search attributes', [info.searchAttributes, info.execution, info.type, info.taskQueue]);
      }
      nextPageToken = page.nextPageToken;
      if (!nextPageToken || nextPageToken.length === 0) break;
    }
    const step = Math.max(1, Math.ceil(executions.length / mostHistories));
    const chosen = executions.filter((_, at) => at % step === 0);
    await inTurns(chosen, async (execution) => {
      for (let nextPageToken: Uint8Array | null | undefined; ;) {
        const page = await service.getWorkflowExecutionHistory({ namespace, execution, nextPageToken });
        keep('histories', page.history?.events);
        nextPageToken = page.nextPageToken;
        if (!nextPageToken || nextPageToken.length === 0) break;
      }
      keep('descriptions of workflows', await service.describeWorkflowExecution({ namespace, execution }));
    });
    const asked = orchestratorLives ? chosen.filter(({ workflowId }) => workflowId.startsWith('wave/')).slice(0, mostQueries) : [];
    await inTurns(asked, async (execution) => {
      const query = { queryType: '__temporal_workflow_metadata' };
      const answer = connection.withDeadline(Date.now() + queryMs, () => service.queryWorkflow({ namespace, execution, query }));
      // A worker that is busy or ends right now does not answer; others were asked too.
      keep('current details', await answer.catch(() => null));
    });
    const { schedules = [] } = await service.listSchedules({ namespace, maximumPageSize: 100 });
    keep('schedules', schedules);
    for (const { scheduleId } of schedules ?? []) keep('schedules', await service.describeSchedule({ namespace, scheduleId }));
    return { held, workflows: executions.length, histories: chosen.length };
  } finally {
    await connection.close();
  }
}
