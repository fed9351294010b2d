import type { Parsed } from '@parley/domain';
import { type z } from 'zod';

const fence = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?```$/i;

/** The text inside one code fence when there is one: models add it against every instruction. */
export function stripFence(text: string): string {
  const trimmed = text.trim();
  return fence.exec(trimmed)?.[1]?.trim() ?? trimmed;
}

/** Exactly one JSON object of the given form. Issues name fields, never their content. */
export function parseJsonObject<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  let value: unknown;
  try {
    value = JSON.parse(stripFence(text));
  } catch {
    return { ok: false, issues: ['It is not one JSON object.'] };
  }
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.') || 'object'}: ${issue.message}`) };
}
