import { utf8Bytes } from '@parley/domain';
import { z } from 'zod';
import { withoutControls } from './control-characters';

/** A text that says something and keeps its limit, without control characters. */
export const text = (maxBytes: number): z.ZodType<string> =>
  z
    .string()
    .transform((value) => withoutControls(value).trim())
    .refine((value) => value !== '', 'must not be blank')
    .refine((value) => utf8Bytes(value) <= maxBytes, `must be at most ${maxBytes} bytes`);

/** One of the words, whatever its case. */
export const word = <const W extends readonly [string, ...string[]]>(words: W): z.ZodType<W[number]> =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
