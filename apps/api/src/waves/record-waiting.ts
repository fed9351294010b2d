import type { Waiting } from '@parley/workflows';
import type { Trx } from '../database/database';
import { jsonb } from '../database/json';
import { hostOf } from './host-wait';
import { jobRows, type WaveRow } from './load';
import { changeWave } from './move';
import { stored, type StoredWaiting } from './stored';
import { recordTimeline } from './timeline.repo';

/**
 * What the workflow says that the wave waits for. It cannot see whether a turn has begun, so `host` is read with what is stored: turns that have
 * begun wait for nothing, and a host that is there and full is busy.
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
  const host = await hostOf(trx, now, wave, hostId ?? wave.host_id);
  return host?.busy === true ? 'capacity' : 'host';
}

/** A host that came back can be full, and one that was full can go away: a wave that waits for it is told apart again. Returns whether its workflow has to hear of it. */
export async function refreshWaiting(trx: Trx, now: Date, wave: WaveRow): Promise<Waiting | undefined> {
  const known = wave.waiting === null ? null : stored<StoredWaiting>(wave.waiting);
  if (known?.kind !== 'host' && known?.kind !== 'capacity') return undefined;
  const found = await recordWaiting(trx, now, wave, 'host', known.hostId);
  return found === known.kind ? undefined : found;
}
