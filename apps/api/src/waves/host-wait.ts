import { limits } from '@parley/domain';
import type { Reader } from '../database/database';
import type { WaveRow } from './load';
import { stored, type StoredWaiting } from './stored';

export interface HostNow {
  id: string;
  name: string;
  /** Heard of lately, and since a worker of it failed to take a task in time: one that died is thought to be there for a while. */
  online: boolean;
  /** No place is free: counted, or said by the workflow of a wave that a living host did not take. */
  busy: boolean;
  capacity: number;
  seenAt: Date | null;
}

/** The host of a wave as it is now. Null: the wave has none, or it is not known. */
export async function hostOf(db: Reader, now: Date, wave: WaveRow, hostId = wave.host_id): Promise<HostNow | null> {
  if (hostId === null) return null;
  const host = await db
    .selectFrom('parley.host')
    .select(['id', 'name', 'capacity', 'running', 'seen_at'])
    // What it reported may be ten seconds old: what it was handed since counts, too.
    .select((eb) =>
      eb
        .selectFrom('parley.job')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('parley.job.host_id', '=', 'parley.host.id')
        .where('finished_at', 'is', null)
        .where('state', 'in', ['resolving_context', 'starting', 'running', 'cancel_requested'])
        .as('handed'),
    )
    .where('id', '=', hostId)
    .executeTakeFirst();
  if (!host) return null;
  const noted = wave.waiting === null ? null : stored<StoredWaiting>(wave.waiting);
  const waits = noted?.kind === 'host' || noted?.kind === 'capacity';
  const seenSince = waits && host.seen_at !== null && host.seen_at > new Date(noted.since);
  const online =
    host.seen_at !== null && now.getTime() - host.seen_at.getTime() <= limits.hostStaleMs && (noted?.kind !== 'host' || seenSince);
  return {
    ...{ id: host.id, name: host.name, capacity: host.capacity, seenAt: host.seen_at, online },
    busy: online && (waits || Math.max(host.running, Number(host.handed ?? 0)) >= host.capacity),
  };
}
