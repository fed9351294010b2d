import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type History = temporal.api.history.v1.IHistory;

/** Everything readable in a history: every string and every payload, decoded, so that base64 cannot hide a leak. */
export function readableText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${readableText(inner)}`)
    .join('\n');
}

export async function measure(handle: WorkflowHandle): Promise<{ history: History; events: number; bytes: number }> {
  const history = await handle.fetchHistory();
  const bytes = temporal.api.history.v1.History.encode(history).finish().length;
  return { history, events: history.events?.length ?? 0, bytes };
}

export const historiesFolder = join(__dirname, '..', '..', 'histories');

/** With RECORD_HISTORIES set, keeps a history: done once for each released shape of the workflows, and replayed for ever after. */
export function record(name: string, history: History): void {
  if (!process.env['RECORD_HISTORIES']) return;
  mkdirSync(historiesFolder, { recursive: true });
  writeFileSync(join(historiesFolder, `${name}.json`), `${JSON.stringify(JSON.parse(historyToJSON(history)))}\n`);
}
