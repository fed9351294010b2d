import { type Kysely, sql } from 'kysely';

// Accounts, sessions and API keys, as better-auth 1.7.25 with api-key 1.7.5 compiles them. Its column names are its own.
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
create schema if not exists auth;

create table auth."user" (
  "id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text,
  "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null default current_timestamp
);
create table auth."session" (
  "id" text primary key, "expiresAt" timestamptz not null, "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null,
  "ipAddress" text, "userAgent" text, "userId" text not null references auth."user" ("id") on delete cascade
);
create table auth."account" (
  "id" text primary key, "accountId" text not null, "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz,
  "scope" text, "password" text, "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null
);
create table auth."verification" (
  "id" text primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null default current_timestamp
);
create table auth."apikey" (
  "id" text primary key, "configId" text not null, "name" text, "start" text, "referenceId" text not null, "prefix" text, "key" text not null,
  "refillInterval" integer, "refillAmount" integer, "lastRefillAt" timestamptz, "enabled" boolean,
  "rateLimitEnabled" boolean, "rateLimitTimeWindow" integer, "rateLimitMax" integer, "requestCount" integer, "remaining" integer,
  "lastRequest" timestamptz, "expiresAt" timestamptz, "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
  "permissions" text, "metadata" text
);
create index "session_userId_idx" on auth."session" ("userId");
create index "account_userId_idx" on auth."account" ("userId");
create index "verification_identifier_idx" on auth."verification" ("identifier");
create index "apikey_configId_idx" on auth."apikey" ("configId");
create index "apikey_referenceId_idx" on auth."apikey" ("referenceId");
create index "apikey_key_idx" on auth."apikey" ("key");
`;
  // One statement at a time: a failure then names the one that failed.
  for (const statement of statements.split(/;\n/).filter((text) => text.trim())) await sql.raw(statement).execute(db);
}
