import { Gauge } from 'prom-client';
import { waveStates } from '@parley/domain';
import { sql } from 'kysely';
import type { Services } from '../app/services';

/** Waves by state and what Temporal has not been told yet, read when somebody looks. Every API that relays shows the same figures. */
export function registerWaveMetrics({ db, metrics }: Pick<Services, 'db' | 'metrics'>): void {
  const registers = [metrics.registry];
  new Gauge({
    name: 'parley_waves',
    help: 'Waves that have not settled, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const rows = await db
        .selectFrom('parley.wave')
        .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
        .where('state', '<>', 'settled')
        .groupBy('state')
        .execute();
      for (const state of waveStates)
        if (state !== 'settled') this.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0));
    },
  });
  new Gauge({
    name: 'parley_outbox_lag_seconds',
    help: 'Age of the oldest row that Temporal has not been told',
    registers,
    async collect() {
      const row = await db
        .selectFrom('parley.outbox')
        .select(sql<number | null>`extract(epoch from now() - min(created_at))`.as('age'))
        .where('delivered_at', 'is', null)
        .executeTakeFirst();
      this.set(Math.max(0, Number(row?.age ?? 0)));
    },
  });
}
