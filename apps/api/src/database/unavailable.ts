const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
]);
/** What the driver says without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
];

/** Whether an error says that the database cannot be reached now, as opposed to a query that is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  return 'message' in error && typeof error.message === 'string' && messages.some((message) => message.test(error.message as string));
}

/** The name of the constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
