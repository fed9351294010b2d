const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', '57P01', '57P02', '57P03', '53300']);

/** Whether an error says that the database cannot be reached now, as opposed to a query that is wrong. */
export const isUnavailable = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code);

/** The name of the constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof Error && 'constraint_name' in error && typeof error.constraint_name === 'string' ? error.constraint_name : null;
}
