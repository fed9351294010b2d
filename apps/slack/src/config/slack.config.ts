import { z } from 'zod';

const secret = (prefix: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.string().startsWith(prefix, `must begin with ${prefix}`).optional());

/** Every variable that the Slack service reads. `.env.example` is checked against this object. */
export const ConfigSchema = z.object({
  API_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:4310')
    .transform((url) => url.replace(/\/+$/, '')),
  PARLEY_API_KEY: z.string().min(1),
  SLACK_BOT_TOKEN: secret('xoxb-'),
  SLACK_APP_TOKEN: secret('xapp-'),
  SLACK_SIGNING_SECRET: secret(''),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type Config = z.infer<typeof ConfigSchema>;

/** Throws names and reasons, never values. */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const parsed = ConfigSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new Error(
    `The configuration is not usable: ${parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.code === 'invalid_type' ? 'is missing' : issue.message}`).join('; ')}`,
  );
}
