import { type RawBuilder, sql } from 'kysely';

/** jsonb refuses NUL and lone surrogates, which a text from outside may hold; one bad character must not lose the whole value. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** A value for a jsonb column. The driver would encode an object by itself, but a string or a boolean wrongly. */
export const jsonb = (value: unknown): RawBuilder<never> => sql<never>`${JSON.stringify(value, storable)}::text::jsonb`;
