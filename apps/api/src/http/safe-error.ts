import { ParleyError } from '@parley/domain';

/** Name, code and stack only: the message of a database error can hold the text of a row. */
export function safeError(thrown: unknown): Record<string, unknown> {
  if (!isErrorLike(thrown)) return { name: typeof thrown };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const stack = thrown.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .join('\n');
  return {
    name: thrown.name,
    code,
    ...(thrown instanceof ParleyError ? { detail: thrown.detail } : {}),
    stack,
    ...(thrown.cause ? { cause: safeError(thrown.cause) } : {}),
  };
}

/** Errors of Node's own modules are not of the class that a test's realm knows. */
const isErrorLike = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
