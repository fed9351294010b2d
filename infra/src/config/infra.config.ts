import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);
const text = z.string().min(1);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Every variable that the commands of this folder read. `.env.example` is checked against this object. */
export const ConfigSchema = z.object({
  PARLEY_WEB_PORT: optional(port),
  PARLEY_API_PORT: optional(port),
  PARLEY_POSTGRES_PORT: optional(port),
  PARLEY_TEMPORAL_PORT: optional(port),
  PARLEY_TEMPORAL_UI_PORT: optional(port),
  PARLEY_PORT_BASE: optional(port.max(65_400)),
  PARLEY_STATE_DIR: optional(text),
  PARLEY_REPOSITORIES: optional(text),
  PARLEY_URL: optional(z.url({ protocol: /^https?$/ })),
  PARLEY_API_KEY: optional(text),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  TEMPORAL_ADDRESS: optional(text),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_UI_URL: optional(z.url({ protocol: /^https?$/ })),
  TEMPORAL_CLI_PATH: optional(text),
  WORKSPACE_NAME: optional(text.max(80)),
  HOST_CAPACITY: optional(z.coerce.number().int().min(1).max(64)),
  HOST_DRAIN_MS: optional(z.coerce.number().int().min(0).max(86_400_000)),
  INIT_CWD: optional(text),
});
export type Config = z.infer<typeof ConfigSchema>;

/** The environment as it is, with the settings of a `.env` file in the repository's folder below it. */
export function readEnvironment(root: string): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile(`${root}/.env`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return process.env;
}

/** Names and reasons, never values. */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = ConfigSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  throw new UserError(`The configuration is not usable: ${problems.join('; ')}. Correct it in the environment or in .env.`);
}

/** Something the person at the terminal can put right; its message is one sentence with a way out, and is shown without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}
