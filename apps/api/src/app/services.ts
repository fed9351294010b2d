import type { IdKind } from '@parley/contracts';
import type { Logger } from 'pino';
import type { Auth } from '../auth/auth';
import type { Config } from '../config/config';
import type { Clock } from '../database/clock';
import type { Database, Db } from '../database/database';
import type { Room } from '../database/room';
import type { Doorbell } from '../events/doorbell';
import type { EventHub } from '../events/hub';
import type { Metrics } from '../ops/metrics';
import type { Readiness } from '../ops/readiness';

/** What every operation may use, made once by `createServices` and given to controllers by this class as its token. */
export abstract class Services {
  abstract readonly config: Config;
  abstract readonly database: Database;
  abstract readonly db: Db;
  abstract readonly log: Logger;
  abstract readonly auth: Auth;
  abstract readonly doorbell: Doorbell;
  abstract readonly hub: EventHub;
  abstract readonly metrics: Metrics;
  abstract readonly readiness: Readiness;
  abstract readonly limits: RateLimits;
  abstract readonly clock: Clock;
  abstract readonly room: Room;
  /** Aborted when the process begins to end: whatever waits for news answers without. */
  abstract readonly ending: AbortController;
  /** The database's time. */
  abstract now(): Date;
  abstract newId(kind: IdKind): string;
}

/** Requests per minute. */
export interface RateLimits {
  perPerson: number;
  perAddress: number;
  signIn: number;
}
