import { z } from 'zod';

const apiRoles = ['http', 'relay', 'curation'] as const;

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const optionalWebAddress = z.preprocess((text) => (text === '' ? undefined : text), webAddress.optional());

/** `name=token` pairs, joined by commas. A host proves itself with its token; its name decides which host it is. */
const hostTokens = commaList.pipe(
  z
    .array(z.string().regex(/^[^=\s]+=\S{16,}$/, 'must be name=token with a token of at least 16 characters'))
    .transform((pairs) => pairs.map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), token: pair.slice(pair.indexOf('=') + 1) }))),
);

/** Every variable that the API reads. `.env.example` is checked against this object. */
export const ConfigSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_UI_URL: optionalWebAddress,
  API_HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(4310),
  /** Of one person or service. */
  API_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(3_000),
  API_ROLES: commaList.pipe(z.array(z.enum(apiRoles)).min(1)).default([...apiRoles]),
  /** How many proxies stand before this API and each say for whom they ask: the web server, in containers. Absent: those of this machine are believed. */
  TRUSTED_PROXY_HOPS: z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(0).max(8).optional()),
  WEB_URL: webAddress.default('http://localhost:4300'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
  HOST_TOKENS: hostTokens.default([]),
  WORKSPACE_NAME: z.string().trim().min(1).max(80).default('Parley'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type Config = z.infer<typeof ConfigSchema>;

/** Names and reasons, never values: the text may end up in a log. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export function parseConfig(environment: Record<string, string | undefined>): Config {
  const parsed = ConfigSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(
      (issue) => `${String(issue.path[0] ?? 'environment')}: ${issue.code === 'invalid_type' ? 'is missing' : issue.message}`,
    ),
  );
}
