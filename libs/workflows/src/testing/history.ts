import type { WorkflowHandle } from '@temporalio/client';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shape } from './shapes';

export type History = temporal.api.history.v1.IHistory;

/** Everything readable in a history: every string and every payload, decoded, so that base64 cannot hide a leak. */
export function readableText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${readableText(inner)}`)
    .join('\n');
}

export const bytesOf = (history: History): number => temporal.api.history.v1.History.encode(history).finish().length;

export async function measure(handle: WorkflowHandle): Promise<{ history: History; events: number; bytes: number }> {
  const history = await handle.fetchHistory();
  return { history, events: history.events?.length ?? 0, bytes: bytesOf(history) };
}

/** The release whose histories are recorded now. */
export const release = '0.1.0';
const folder = join(__dirname, '..', '..', 'histories');

export interface Recorded {
  release: string;
  shape: string;
  history: History;
}

/** One history per shape and release. */
export const recordedHistories = (): Recorded[] =>
  readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => ({
      release: name,
      shape: file.replace(/\.json$/, ''),
      history: historyFromJSON(JSON.parse(readFileSync(join(folder, name, file), 'utf8'))),
    })),
  );

/** With RECORD_HISTORIES set, keeps a history of this release. Those of a published release are never recorded again. */
export function record(shape: Shape, history: History): void {
  if (!process.env['RECORD_HISTORIES']) return;
  mkdirSync(join(folder, release), { recursive: true });
  writeFileSync(join(folder, release, `${shape}.json`), `${JSON.stringify(JSON.parse(historyToJSON(history)))}\n`);
}
