import { createHash } from 'node:crypto';
import { canonicalJson } from '@parley/domain';

/** SHA-256 of the canonical form: equal for requests that mean the same. */
export const fingerprintOf = (meaning: Parameters<typeof canonicalJson>[0]): string =>
  createHash('sha256').update(canonicalJson(meaning)).digest('hex');
