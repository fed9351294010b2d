import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import pino from 'pino';
import { closeApp } from '../app/close-app';
import { createServices } from '../app/create-services';
import { createApp } from '../app/create-app';
import type { RateLimits, Services } from '../app/services';
import { parseConfig } from '../config/config';
import { openDatabase } from '../database/database';
import { migrate } from '../database/migrate';
import { migrations } from '../database/migrations';
import { startServices } from '../app/start-services';
import { makePerson, type TestPerson } from './test-person';

export const testOrigin = 'http://localhost:4300';
export const testHostToken = 'host-token-of-the-tests-0001';

export interface TestApi {
  url: string;
  services: Services;
  /** A person with an API key; the first one made is the owner. */
  person(name: string, role?: 'owner' | 'admin' | 'member' | 'guest'): Promise<TestPerson>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  limits?: Partial<RateLimits>;
  environment?: Record<string, string>;
  /** One that is there already, instead of a fresh one of its own. It is not dropped. */
  databaseUrl?: string;
  /** Hears every log line, at the level trace. */
  onLog?: (line: string) => void;
}

/** The whole application on a database of its own and a random port, without relay and curation. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.databaseUrl ? { url: options.databaseUrl, drop: () => Promise.resolve() } : await freshDatabase();
  const config = parseConfig({
    DATABASE_URL: database.url,
    API_PORT: '0',
    API_ROLES: 'http',
    WEB_URL: testOrigin,
    AUTH_SECRET: 'a-secret-of-the-tests-that-is-long-enough',
    HOST_TOKENS: `laptop=${testHostToken},other=host-token-of-the-tests-0002`,
    LOG_LEVEL: 'error',
    ...options.environment,
  });
  const services = createServices(config, {
    log: options.onLog ? pino({ level: 'trace' }, { write: options.onLog }) : pino({ level: config.LOG_LEVEL }),
    limits: { perPerson: 1e6, perAddress: 1e6, signIn: 1e6, ...options.limits },
  });
  await startServices(services);
  const app = await createApp(services);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    services,
    person: (name, role = 'member') => makePerson(services, name, role),
    async close() {
      await closeApp(app, services);
      await database.drop();
    },
  };
}

/** A migrated database without anything in it. */
export const freshDatabase = (): Promise<TestDatabase> => createTestDatabase({ template: templateName(), prepare: migrateUrl });

const templateName = (): string =>
  `parley_test_${createHash('sha256')
    .update(
      Object.entries(migrations)
        .map(([name, { up }]) => name + up.toString())
        .join(),
    )
    .digest('hex')
    .slice(0, 12)}`;

async function migrateUrl(url: string): Promise<void> {
  const database = openDatabase(url, { pool: 1, log: pino({ level: 'silent' }) });
  await migrate(database.db);
  await database.close();
}
