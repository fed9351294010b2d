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
  '53200',
  '08006',
  '08001',
  '08003',
]);
/** The server runs, and its disk does not take what has to be written. */
const roomCodes = new Set(['53100', '58030']);
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
  if ('code' in error && typeof error.code === 'string' && (codes.has(error.code) || roomCodes.has(error.code))) return true;
  return 'message' in error && typeof error.message === 'string' && messages.some((message) => message.test(error.message as string));
}

/** Whether the database had no room for what was to be written; nothing of it was. */
export const isWithoutRoom = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && roomCodes.has(error.code);

/** The name of the constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
