import { createHash } from 'node:crypto';

/** SHA-256 of UTF-8 text in lower-case hex: the hash of every fingerprint. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
