import { PutTerminal } from '@parley/contracts';
import { type JobErrorCode, limits, utf8Bytes } from '@parley/domain';
import type { TurnResult } from '@parley/runtimes';
import type { z } from 'zod';

export type Terminal = z.input<typeof PutTerminal>;
type Common = Pick<Terminal, 'attestation' | 'startedAt' | 'finishedAt'>;

const none: Pick<Terminal, 'output' | 'errorCode' | 'freshness' | 'usage' | 'citations'> = {
  output: null,
  errorCode: null,
  freshness: 'unknown',
  usage: null,
  citations: [],
};

/** Proof that the provider was not asked. Another attempt is allowed, unless the code says that it cannot help. */
export const notDelivered = (errorCode: JobErrorCode | null, common: Common): Terminal => ({
  ...none,
  ...common,
  status: 'not_delivered',
  errorCode,
});

export interface Checks {
  freshness: Terminal['freshness'];
  citations: Terminal['citations'];
}

/** A turn's end as it is told to the API. A repository that changed, or cannot be read any more, fails the turn; the change stays where it is. */
export function terminalOf(result: TurnResult, checks: Checks, drained: boolean, common: Common): Terminal {
  const { usage } = result;
  switch (result.status) {
    case 'completed': {
      if (checks.freshness !== 'fresh')
        return { ...none, ...common, ...checks, usage, status: 'failed', errorCode: 'repository_changed', citations: [] };
      return { ...none, ...common, ...checks, usage, status: 'completed', output: result.output };
    }
    case 'failed':
      return { ...none, ...common, usage, status: 'failed', errorCode: result.code };
    case 'interrupted':
      return { ...none, ...common, usage, status: 'interrupted', errorCode: drained ? 'host_stopped' : null };
  }
}

/** The body as it is journalled and sent, byte for byte the same each time. One that the API could not take is replaced by what went wrong with it. */
export function encodeTerminal(terminal: Terminal): string {
  const body = JSON.stringify(terminal);
  const tooLarge = utf8Bytes(body) > limits.requestBodyBytes - 4_096;
  if (!tooLarge && PutTerminal.safeParse(terminal).success) return body;
  return JSON.stringify({
    ...none,
    status: 'failed',
    errorCode: tooLarge ? 'output_too_large' : 'internal_failure',
    attestation: null,
    startedAt: terminal.startedAt,
    finishedAt: terminal.finishedAt,
    ...(terminal.reconciled === undefined ? {} : { reconciled: terminal.reconciled }),
  } satisfies Terminal);
}
