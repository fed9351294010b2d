import type { Client } from '@temporalio/client';
import type { Services } from '../app/services';
import { onOneConnection } from '../database/database';
import { repairWave } from '../reconcile/repair-wave';
import { waveLink } from '../waves/link';
import { findGone } from '../reconcile/find-gone';
import { signalWave, startWave } from './deliver';
import { errorCode } from './error-code';
import { claimDue, markDelivered, markFailed, nextDueInMs, type OutboxRow } from './outbox.repo';

const batch = 16;
const pollMs = 2_000;
const callMs = 5_000;
const firstRetryMs = 250;
const longestRetryMs = 10_000;

export interface Relay {
  /** Delivers everything that is due; for tests and for the last look before closing. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tells Temporal what the outbox holds: at least once, in order within a conversation, and never waiting for what a workflow makes of it. Woken by the
 * doorbell; a ring that was lost costs one poll. Several relays may run.
 */
export function startRelay(services: Services, client: Client): Relay {
  let closed = false;
  let wake = (): void => undefined;
  const off = services.doorbell.on('outbox', () => wake());

  const run = async (): Promise<void> => {
    while (!closed) {
      const rung = new Promise<void>((resolve) => (wake = resolve));
      const { found, nextInMs } = await deliverDue(services, client).catch((error: unknown) => {
        services.log.warn({ code: errorCode(error) }, 'relay could not read the outbox');
        return { found: 0, nextInMs: null };
      });
      if (found === 0 && !closed) await Promise.race([rung, pause(nextInMs)]);
    }
  };
  const running = run();

  return {
    async drain() {
      while ((await deliverDue(services, client)).found > 0);
    },
    async close() {
      closed = true;
      off();
      wake();
      await running;
    },
  };
}

/** Returns how many rows were found and when the next one is due. A row whose relay dies here is told again by another when its lease is over. */
export async function deliverDue(services: Services, client: Client): Promise<{ found: number; nextInMs: number | null }> {
  const [rows, nextInMs] = await onOneConnection(services.db, (db) => Promise.all([claimDue(db, batch), nextDueInMs(db)]));
  await Promise.all(rows.map((row) => deliver(services, client, row)));
  return { found: rows.length, nextInMs };
}

async function deliver(services: Services, client: Client, row: OutboxRow): Promise<void> {
  const lost: OutboxRow[] = [];
  const code = await tell(services, client, row, lost);
  if (code === null) await markDelivered(services.db, row.id);
  else await markFailed(services.db, row.id, code, Math.min(firstRetryMs * 2 ** row.attempts, longestRetryMs));
  for (const signal of lost) await repair(services, client, signal);
}

/** Null when Temporal knows, else a code: the text of an error could hold anything. */
async function tell(services: Services, client: Client, row: OutboxRow, lost: OutboxRow[]): Promise<string | null> {
  const { message, waveId, wave, conversationId } = row;
  try {
    return await client.withDeadline(Date.now() + callMs, async () => {
      if (message.kind !== 'start_wave') {
        if ((await signalWave(client, waveId, message)) === 'no_workflow') lost.push(row);
        return null;
      }
      // Stopped before it was told, or deleted: there is nothing to start.
      if (!wave || wave.state === 'settled') return null;
      await startWave(client, {
        waveId,
        conversationId,
        policy: wave.policy,
        again: message.again === true,
        link: waveLink(services.config.WEB_URL, conversationId, waveId),
      });
      return null;
    });
  } catch (error) {
    return errorCode(error);
  }
}

/** A signal that found no workflow: either the wave has settled, and nothing is to be done, or its workflow is gone. */
async function repair(services: Services, client: Client, row: OutboxRow): Promise<void> {
  try {
    const gone = await findGone(client, row.waveId);
    if (gone !== null) await repairWave(services, row.waveId, gone, { stop: row.message.kind === 'stop' });
  } catch (error) {
    // The reconcile job looks again within a minute.
    services.log.warn({ waveId: row.waveId, code: errorCode(error) }, 'a wave without a workflow could not be repaired yet');
  }
}

async function pause(nextInMs: number | null): Promise<void> {
  const ms = Math.max(20, Math.min(nextInMs ?? pollMs, pollMs));
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
}
