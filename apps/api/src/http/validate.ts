import { type ErrorIssue, ParleyError } from '@parley/domain';
import type { z } from 'zod';

/** Parses one part of a request. A schema that is absent accepts nothing: unknown input is refused, not ignored. */
export function validatePart(part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    if (value === undefined || (isRecord(value) && Object.keys(value).length === 0)) return undefined;
    throw new ParleyError(
      'request_invalid',
      `This endpoint takes no ${part}.`,
      isRecord(value)
        ? Object.keys(value)
            .slice(0, 10)
            .map((key) => ({ path: `${part}.${key.slice(0, 100)}`, message: 'is not known' }))
        : [],
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ParleyError(
    'request_invalid',
    `The ${part} of the request is not valid.`,
    parsed.error.issues.slice(0, 20).flatMap((issue) => describeIssue(part, issue)),
  );
}

function describeIssue(part: string, issue: z.core.$ZodIssue): ErrorIssue[] {
  const path = [part, ...issue.path.map(String)].join('.');
  // The names are the sender's own words; long ones are cut, values are never repeated.
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 10).map((key) => ({ path: `${path}.${key.slice(0, 100)}`, message: 'is not known' }));
  if (issue.code === 'invalid_type')
    return [{ path, message: issue.input === undefined && /undefined/.test(issue.message) ? 'is missing' : `must be ${issue.expected}` }];
  return [{ path, message: issue.message }];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
