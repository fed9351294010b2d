import { basename, delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';

export const workerRoles = ['orchestrator', 'host'] as const;
export type WorkerRole = (typeof workerRoles)[number];

const blankIsAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema);
const list = (separator: string) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  );
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

export interface ConfiguredRepository {
  label: string;
  path: string;
}
/** `label=path`, or a path, whose folder name is the label. */
const repositories = list(delimiter).transform((entries, context): ConfiguredRepository[] =>
  entries.map((entry) => {
    const [, label, path = ''] = /^(?:([^=/\\]+)=)?(.*)$/s.exec(entry) ?? [];
    if (!isAbsolute(path)) context.addIssue({ code: 'custom', message: 'must be absolute paths' });
    return { label: label ?? (basename(path) || 'repository'), path };
  }),
);

/** Every variable of the worker, with what it means. */
const Environment = z
  .object({
    WORKER_ROLES: blankIsAbsent(
      list(',')
        .pipe(z.array(z.enum(workerRoles)).min(1))
        .default(['orchestrator', 'host']),
    ),
    TEMPORAL_ADDRESS: blankIsAbsent(z.string().default('127.0.0.1:7233')),
    TEMPORAL_NAMESPACE: blankIsAbsent(z.string().default('default')),
    /** 0 switches the health server off. */
    HEALTH_PORT: blankIsAbsent(z.coerce.number().int().min(0).max(65_535).default(0)),
    LOG_LEVEL: blankIsAbsent(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
    API_URL: blankIsAbsent(httpUrl.default('http://127.0.0.1:4310')),
    HOST_NAME: blankIsAbsent(z.string().max(256).optional()),
    HOST_TOKEN: blankIsAbsent(z.string().optional()),
    /** Journal and scratch folders; one process at a time. */
    HOST_STATE_DIR: blankIsAbsent(z.string().refine(isAbsolute, 'must be an absolute path').optional()),
    HOST_CAPACITY: blankIsAbsent(z.coerce.number().int().min(1).max(64).default(2)),
    /** How long running turns may go on when the host is told to end, in milliseconds. */
    HOST_DRAIN_MS: blankIsAbsent(z.coerce.number().int().min(0).max(86_400_000).default(0)),
    HOST_REPOSITORIES: blankIsAbsent(repositories.default([])),
    /** Runtimes that may run although nothing but their instructions keeps them from writing. */
    HOST_ALLOW_INSTRUCTED: blankIsAbsent(list(',').default([])),
    /** The program that takes turns by script: tests and demonstrations only. */
    SCRIPTED_PROVIDER: blankIsAbsent(z.string().optional()),
    SCRIPTED_LOG: blankIsAbsent(z.string().optional()),
    OPENAI_COMPATIBLE_BASE_URL: blankIsAbsent(z.string().optional()),
    OPENAI_COMPATIBLE_API_KEY: blankIsAbsent(z.string().optional()),
    OPENAI_COMPATIBLE_MODELS: blankIsAbsent(list(',').default([])),
    OPENAI_COMPATIBLE_NAME: blankIsAbsent(z.string().max(80).optional()),
  })
  .superRefine((env, context) => {
    if (!env.WORKER_ROLES.includes('host')) return;
    for (const name of ['HOST_NAME', 'HOST_TOKEN', 'HOST_STATE_DIR'] as const)
      if (env[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is needed for the role host' });
  });

export interface HostConfig {
  apiUrl: string;
  name: string;
  token: string;
  stateDir: string;
  capacity: number;
  drainMs: number;
  repositories: ConfiguredRepository[];
  allowInstructed: string[];
  scripted: { script: string; log: string } | undefined;
  openaiCompatible: { baseUrl: string; apiKey?: string; models: string[]; name?: string } | undefined;
}
export interface WorkerConfig {
  roles: WorkerRole[];
  temporal: { address: string; namespace: string };
  healthPort: number;
  logLevel: string;
  host: HostConfig | undefined;
}

/** The names of all variables, for the check of `.env.example`. @public */
export const workerEnvironmentNames = Object.keys(Environment.shape);

/** Parses the environment once. The error names variables and reasons, never values. */
export function readConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success)
    throw new Error(
      `The configuration is not usable: ${parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? ''} ${issue.message}`).join('; ')}`,
    );
  const env = parsed.data;
  const { HOST_NAME: name, HOST_TOKEN: token, HOST_STATE_DIR: stateDir } = env;
  return {
    roles: env.WORKER_ROLES,
    temporal: { address: env.TEMPORAL_ADDRESS, namespace: env.TEMPORAL_NAMESPACE },
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
    host:
      env.WORKER_ROLES.includes('host') && name !== undefined && token !== undefined && stateDir !== undefined
        ? {
            ...{
              apiUrl: env.API_URL,
              name,
              token,
              stateDir,
              capacity: env.HOST_CAPACITY,
              drainMs: env.HOST_DRAIN_MS,
              repositories: env.HOST_REPOSITORIES,
              allowInstructed: env.HOST_ALLOW_INSTRUCTED,
            },
            scripted:
              env.SCRIPTED_PROVIDER === undefined
                ? undefined
                : { script: env.SCRIPTED_PROVIDER, log: env.SCRIPTED_LOG ?? join(stateDir, 'scripted-provider.log') },
            openaiCompatible:
              env.OPENAI_COMPATIBLE_BASE_URL === undefined
                ? undefined
                : {
                    baseUrl: env.OPENAI_COMPATIBLE_BASE_URL,
                    apiKey: env.OPENAI_COMPATIBLE_API_KEY,
                    models: env.OPENAI_COMPATIBLE_MODELS,
                    name: env.OPENAI_COMPATIBLE_NAME,
                  },
          }
        : undefined,
  };
}
