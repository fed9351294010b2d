import type { WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

type History = temporal.api.history.v1.IHistory;

/** Everything readable in a history: every string and every payload, decoded, so that base64 cannot hide a leak. */
export function readableText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value).map(([key, inner]) => `${key} ${readableText(inner)}`).join('\n');
}

export async function measure(handle: WorkflowHandle): Promise<{ history: History; events: number; bytes: number }> {
  const history = await handle.fetchHistory();
  const bytes = temporal.api.history.v1.History.encode(history).finish().length;
  return { history, events: history.events?.length ?? 0, bytes };
}
