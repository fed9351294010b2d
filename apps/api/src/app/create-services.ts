import type { Logger } from 'pino';
import { createAuth } from '../auth/auth';
import type { Config } from '../config/config';
import { createClock } from '../database/clock';
import { openDatabase } from '../database/database';
import { newId } from '../database/ids';
import { createRoom } from '../database/room';
import { createDoorbell } from '../events/doorbell';
import { createEventHub } from '../events/hub';
import { createMetrics } from '../ops/metrics';
import { createReadiness } from '../ops/readiness';
import type { RateLimits, Services } from './services';

const defaultLimits: Omit<RateLimits, 'perPerson'> = { perAddress: 1_200, signIn: 20 };

export interface ServiceOptions {
  log: Logger;
  limits?: Partial<RateLimits>;
  now?: () => Date;
}

/** Composes what the application stands on. Nothing is opened before it is used; `closeServices` ends it. */
export function createServices(config: Config, options: ServiceOptions): Services {
  const database = openDatabase(config.DATABASE_URL, { pool: config.DATABASE_POOL, log: options.log });
  const clock = createClock(database.db);
  const now = options.now ?? (() => clock.now());
  const doorbell = createDoorbell(database, options.log);
  const metrics = createMetrics();
  return {
    config,
    database,
    db: database.db,
    log: options.log,
    auth: createAuth(database.db, { secret: config.AUTH_SECRET, webUrl: config.WEB_URL }),
    doorbell,
    hub: createEventHub({ db: database.db, doorbell, log: options.log, metrics }),
    metrics,
    readiness: createReadiness(),
    limits: { ...defaultLimits, perPerson: config.API_REQUESTS_PER_MINUTE, ...options.limits },
    clock,
    room: createRoom(database.db),
    ending: new AbortController(),
    now,
    newId: (kind) => newId(kind, now()),
  };
}

export async function closeServices(services: Services): Promise<void> {
  services.hub.close('shutdown');
  services.clock.close();
  await services.doorbell.close();
  await services.database.close();
}
