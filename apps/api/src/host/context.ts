import type { ContextRequest, PutContext } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { HostActor } from '../auth/actor';
import { type Reader, withTransaction } from '../database/database';
import { fingerprintOfRoots, refsOf, rootsAmong } from '../waves/freeze';
import { lockWave, type WaveRow, waveRow } from '../waves/load';
import { jsonb } from '../database/json';
import { requireHost } from './require-host';

/** The roots that this host must inspect for a wave. Another host's wave is not there. */
export async function getContextRequest(services: Services, actor: HostActor, waveId: string): Promise<z.input<typeof ContextRequest>> {
  const hostId = await requireHost(services.db, actor);
  const wave = await waveRow(services.db, waveId);
  requireOwn(wave, hostId);
  return { waveId, repositories: await rootKeys(services.db, wave) };
}

/** Evidence replaces what this host said before, until it is frozen; after that a late copy changes nothing. */
export async function putContext(
  services: Services,
  actor: HostActor,
  waveId: string,
  body: z.output<typeof PutContext>,
): Promise<{ fingerprint: string }> {
  const hostId = await requireHost(services.db, actor);
  return withTransaction(services.db, async (trx) => {
    const { wave } = await lockWave(trx, waveId);
    requireOwn(wave, hostId);
    if (wave.state === 'settled') throw new ParleyError('state_conflict', 'This response has ended.');
    const wanted = rootsAmong(await refsOf(trx, wave)).map((ref) => ref.id);
    const given = new Set(body.roots.map((root) => root.repositoryId));
    if (given.size !== body.roots.length || given.size !== wanted.length || !wanted.every((id) => given.has(id))) {
      throw new ParleyError('request_invalid', 'The evidence must name each requested repository once.', [
        { path: 'body.roots', message: 'must be the requested repositories' },
      ]);
    }
    const values = { roots: jsonb(body.roots), at: sql<Date>`now()` };
    if (wave.snapshot_id === null) {
      await trx
        .insertInto('parley.context_evidence')
        .values({ wave_id: waveId, host_id: hostId, ...values })
        .onConflict((conflict) => conflict.columns(['wave_id', 'host_id']).doUpdateSet(values))
        .execute();
    }
    return {
      fingerprint: fingerprintOfRoots(
        body.roots.map((root) => ({
          repositoryId: root.repositoryId,
          generation: root.generation,
          access: root.status === 'captured' ? 'filesystem_read' : 'unavailable',
        })),
      ),
    };
  });
}

function requireOwn(wave: WaveRow, hostId: string): void {
  if (wave.host_id !== hostId) throw new ParleyError('not_found', 'There is no such response on this host.');
}

export async function rootKeys(db: Reader, wave: WaveRow): Promise<{ id: string; key: string; label: string }[]> {
  const roots = rootsAmong(await refsOf(db, wave));
  if (roots.length === 0) return [];
  const rows = await db
    .selectFrom('parley.repository')
    .select(['id', 'key', 'label'])
    .where(
      'id',
      'in',
      roots.map((root) => root.id),
    )
    .execute();
  return roots.flatMap((root) => rows.filter((row) => row.id === root.id));
}
