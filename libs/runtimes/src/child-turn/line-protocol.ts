import { z } from 'zod';

const count = z.number().int().min(0).nullable().default(null);
const Usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  reasoningTokens: count,
  modelCalls: count,
  costUsd: z.number().min(0).nullable().default(null),
});

const failures = [
  'provider_unavailable',
  'provider_refused',
  'provider_rate_limited',
  'provider_failed',
  'output_missing',
  'output_too_large',
  'deadline_exceeded',
  'internal_failure',
] as const;

/** Reasons are logged: a word of the adapter's own, never a sentence of the provider's. */
const Word = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/)
  .catch('unspecified');

/**
 * What a child that runs one turn writes to standard output: one JSON object per line. It reads one line, the request, from standard input,
 * and takes the end of that stream as the death of its host. `not_delivered` is only allowed before `acknowledged`; `completed` and `failed`
 * are the last line. Unknown kinds are ignored, so that a newer child can say more.
 */
export const ChildLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('acknowledged'),
    sessionId: z.string().nullable().default(null),
    turnId: z.string().nullable().default(null),
  }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('progress'), text: z.string() }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  z.object({ type: z.literal('completed'), output: z.string() }),
  z.object({ type: z.literal('failed'), code: z.enum(failures) }),
  z.object({ type: z.literal('not_delivered'), reason: Word }),
  z.object({ type: z.literal('outcome_unknown'), reason: Word }),
]);
export type ChildLine = z.infer<typeof ChildLine>;

export function parseChildLine(line: string): ChildLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = ChildLine.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Splits a byte stream into lines; tells when more than `maxBytes` came in all, and then keeps nothing more. */
export function readLines(stream: NodeJS.ReadableStream, maxBytes: number, onLine: (line: string) => void, onOverflow: () => void): void {
  let rest = '';
  let bytes = 0;
  let closed = false;
  const decoder = new TextDecoder();
  stream.on('data', (chunk: Buffer) => {
    if (closed) return;
    bytes += chunk.length;
    if (bytes > maxBytes) {
      closed = true;
      rest = '';
      onOverflow();
      return;
    }
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) onLine(line);
  });
}
