import { limits } from '@parley/domain';
import type { Waiting } from '@parley/workflows';
import type { Trx } from '../database/database';
import { jsonb } from '../database/json';
import { jobRows, type WaveRow } from './load';
import { changeWave } from './move';
import { stored, type StoredWaiting } from './stored';
import { recordTimeline } from './timeline.repo';

/**
 * What the workflow says that the wave waits for. It cannot see whether a turn has begun, so `host` is read with what is stored: turns that have
 * begun wait for nothing, and a host that is there is busy.
 */
export async function recordWaiting(
  trx: Trx,
  now: Date,
  wave: WaveRow,
  kind: 'predecessor' | 'host' | 'capacity' | 'none',
  hostId: string | null,
): Promise<Waiting> {
  if (wave.state === 'settled') return null;
  const wanted = await reason(trx, now, wave, kind, hostId);
  const known = wave.waiting === null ? null : stored<StoredWaiting>(wave.waiting);
  if (wanted === (known?.kind ?? null)) return wanted;
  if (wanted !== null)
    await recordTimeline(trx, wave.id, wanted === 'predecessor' ? 'waiting_predecessor' : 'waiting_host', {
      code: wanted,
      ...(hostId === null ? {} : { hostId }),
    });
  await changeWave(trx, wave, {
    waiting: wanted === null ? null : jsonb({ kind: wanted, since: now.toISOString(), hostId } satisfies StoredWaiting),
  });
  return wanted;
}

async function reason(
  trx: Trx,
  now: Date,
  wave: WaveRow,
  kind: 'predecessor' | 'host' | 'capacity' | 'none',
  hostId: string | null,
): Promise<StoredWaiting['kind'] | null> {
  if (kind === 'none') return null;
  if (kind === 'predecessor') return 'predecessor';
  const jobs = await jobRows(trx, wave.id);
  if (jobs.some((job) => job.finished_at === null && job.state !== 'queued')) return null;
  const host = await trx
    .selectFrom('parley.host')
    .select('seen_at')
    .where('id', '=', hostId ?? wave.host_id ?? '')
    .executeTakeFirst();
  const online = host?.seen_at !== undefined && host.seen_at !== null && now.getTime() - host.seen_at.getTime() <= limits.hostStaleMs;
  return online ? 'capacity' : 'host';
}
