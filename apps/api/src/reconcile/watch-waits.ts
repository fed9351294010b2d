import { sql } from 'kysely';
import type { Services } from '../app/services';
import { withTransaction } from '../database/database';
import { errorCode } from '../relay/error-code';
import { enqueue } from '../relay/outbox.repo';
import { lockWave } from '../waves/load';
import { refreshWaiting } from '../waves/record-waiting';

const everyMs = 10_000;
const atMost = 200;

/**
 * What a wave waits for can change without anybody doing something: a host that was full goes away, one that was away comes back full. People see it at
 * once, because it is read when they look; its workflow, which operators look at, has to be told.
 */
export function watchWaits(services: Services): { close(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => lookAtWaits(services))
      .catch((error: unknown) => services.log.warn({ code: errorCode(error) }, 'waits for hosts could not be looked at'));
  }, everyMs).unref();
  return {
    close: () => (clearInterval(timer), looking),
  };
}

export async function lookAtWaits(services: Services): Promise<void> {
  const waves = await services.db
    .selectFrom('parley.wave')
    .select('id')
    .where('state', '<>', 'settled')
    .where(sql<string>`waiting ->> 'kind'`, 'in', ['host', 'capacity'])
    .limit(atMost)
    .execute();
  let told = false;
  for (const { id } of waves) if (await tellWaiting(services, id)) told = true;
  if (!told) return;
  services.doorbell.ring('events');
  services.doorbell.ring('outbox');
}

const tellWaiting = (services: Services, waveId: string): Promise<boolean> =>
  withTransaction(services.db, async (trx) => {
    const { wave } = await lockWave(trx, waveId);
    const waiting = await refreshWaiting(trx, services.now(), wave);
    if (waiting !== 'host' && waiting !== 'capacity') return false;
    await enqueue(trx, wave.conversation_id, waveId, { kind: 'waiting_changed', waiting });
    return true;
  });
