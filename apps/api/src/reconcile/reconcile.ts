import type { Client } from '@temporalio/client';
import type { ReconcileActivities } from '@parley/workflows';
import { limits } from '@parley/domain';
import { sql } from 'kysely';
import type { Services } from '../app/services';
import { withTransaction } from '../database/database';
import { errorCode } from '../relay/error-code';
import { enqueue, startIsPending } from '../relay/outbox.repo';
import { lockWave } from '../waves/load';
import { endForgotten } from './end-forgotten';
import { findGone } from './find-gone';
import { repairWave } from './repair-wave';

const atOnce = 8;
/** Younger waves are the relay's. */
const graceMs = 10_000;

/**
 * Repairs what no running wave can see: a workflow that an operator terminated or that failed, an intent that Temporal has forgotten, a settled
 * predecessor whose signal was lost, a host that went away with turns on its count, a workflow of a time that a restore has undone. Every step is idempotent and one that fails does not keep
 * the others back.
 */
export function reconcileActivities(services: Services, client: Client): ReconcileActivities {
  return {
    async reconcileAll() {
      await forgetStaleHosts(services);
      const waves = await services.db
        .selectFrom('parley.wave')
        .select('id')
        .where('state', '<>', 'settled')
        .where('created_at', '<', new Date(services.now().getTime() - graceMs))
        .orderBy('id')
        .execute();
      let repaired = 0;
      const queue = waves.map((wave) => wave.id);
      const lane = async (): Promise<void> => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          try {
            if (await reconcileWave(services, client, id)) repaired += 1;
          } catch (error) {
            services.log.warn({ waveId: id, code: errorCode(error) }, 'wave could not be reconciled');
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      return { repaired: repaired + (await endForgotten(services, client)) };
    },
  };
}

async function reconcileWave(services: Services, client: Client, waveId: string): Promise<boolean> {
  if (await startIsPending(services.db, waveId)) return false;
  const gone = await findGone(client, waveId);
  if (gone !== null) return repairWave(services, waveId, gone, { stop: false });
  return wakeSuccessor(services, waveId);
}

/** A wave that still waits for a predecessor which has settled. Telling it twice is harmless: the signal only makes it read again. */
async function wakeSuccessor(services: Services, waveId: string): Promise<boolean> {
  const woken = await withTransaction(services.db, async (trx) => {
    const { wave } = await lockWave(trx, waveId);
    const waits = (wave.waiting as { kind?: string } | null)?.kind === 'predecessor';
    if (!waits || wave.state !== 'planned') return false;
    const earlier = await trx
      .selectFrom('parley.wave')
      .select('id')
      .where('conversation_id', '=', wave.conversation_id)
      .where('position', '<', wave.position)
      .where('state', '<>', 'settled')
      .limit(1)
      .executeTakeFirst();
    if (earlier) return false;
    await enqueue(trx, wave.conversation_id, waveId, { kind: 'predecessor_settled' });
    return true;
  });
  if (woken) services.doorbell.ring('outbox');
  return woken;
}

async function forgetStaleHosts(services: Services): Promise<void> {
  await services.db
    .updateTable('parley.host')
    .set({ running: 0 })
    .where('running', '>', 0)
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${limits.hostStaleMs / 1000})`)
    .execute();
}
