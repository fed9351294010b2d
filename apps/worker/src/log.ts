import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Ids, codes and counts only. Of an error its name and code are kept: messages may hold paths or what a provider said. */
export const createLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    serializers: {
      err: (error: unknown) => ({
        name: error instanceof Error ? error.name : typeof error,
        code: (error as { code?: unknown } | null)?.code,
        problem: (error as { problem?: { code?: unknown } } | null)?.problem?.code,
      }),
    },
  });
