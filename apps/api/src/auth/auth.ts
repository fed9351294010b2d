import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import type { Reader } from '../database/database';
import { startSessionPlugin } from './start-session';

export interface AuthSettings {
  secret: string;
  webUrl: string;
}

/**
 * better-auth as a library: it hashes passwords, signs cookies and keeps sessions and keys in the schema `auth`.
 * Its own routes are not mounted; our endpoints of `/v1/session` and `/v1/api-keys` are the only doors.
 * `db` may be a transaction, so that an account and its person come to be together or not at all.
 */
export function createAuth(db: Reader, settings: AuthSettings) {
  return betterAuth({
    appName: 'Parley',
    baseURL: settings.webUrl,
    secret: settings.secret,
    database: { db: db.withSchema('auth'), type: 'postgres', transaction: !db.isTransaction },
    emailAndPassword: { enabled: true, minPasswordLength: 10, maxPasswordLength: 128, autoSignIn: true },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    // Our own limits count per person and address, also for the calls made here without a request.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'parley',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      useSecureCookies: settings.webUrl.startsWith('https:'),
      database: { validateSchema: false },
    },
    plugins: [
      apiKey({ enableSessionForAPIKeys: false, rateLimit: { enabled: false }, defaultPrefix: 'parley_', enableMetadata: true }),
      startSessionPlugin(),
    ],
  });
}
export type Auth = ReturnType<typeof createAuth>;
