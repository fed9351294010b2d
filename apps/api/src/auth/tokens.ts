import { createHash, createHmac, randomBytes } from 'node:crypto';

/** One-time tokens are stored as hashes only. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A token that follows from an id and the secret of the installation, so that a repeated creation is answered with the same one. */
export const tokenOf = (secret: string, purpose: string, id: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url');
