import { randomBytes } from 'node:crypto';
import { type IdKind, idPrefixes } from '@parley/contracts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A prefixed, sortable id: 10 characters of time, 16 of chance. */
export function newId(kind: IdKind, now: Date = new Date()): string {
  let time = now.getTime();
  let text = '';
  for (let i = 0; i < 10; i += 1) {
    text = alphabet.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) text += alphabet.charAt(byte % 32);
  return `${idPrefixes[kind]}_${text}`;
}
