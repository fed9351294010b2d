import { utf8Bytes } from '@parley/domain';
import { z } from 'zod';

/** A text that says something and keeps its limit; control characters are dropped, because Postgres refuses NUL and people cannot see the others. */
export const text = (maxBytes: number): z.ZodType<string> =>
  z
    .string()
    // eslint-disable-next-line no-control-regex -- exactly these are removed
    .transform((value) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').toWellFormed().trim())
    .refine((value) => value !== '', 'must not be blank')
    .refine((value) => utf8Bytes(value) <= maxBytes, `must be at most ${maxBytes} bytes`);

/** One of the words, whatever its case. */
export const word = <const W extends readonly [string, ...string[]]>(words: W): z.ZodType<W[number]> =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
