const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeChars = 10;
export const idRandomBytes = 10;

/**
 * A sortable id: prefix, underscore, 10 characters of milliseconds, 16 of randomness, in lower-case Crockford base 32.
 * `random` gives `idRandomBytes` (10) fresh bytes; more are ignored.
 */
export function makeId(prefix: string, nowMs: number, random: Uint8Array): string {
  if (random.length < idRandomBytes) throw new RangeError(`an id needs ${idRandomBytes} random bytes`);
  return `${prefix}_${timePart(nowMs)}${randomPart(random)}`;
}

function timePart(nowMs: number): string {
  let rest = Math.floor(nowMs);
  let text = '';
  for (let i = 0; i < timeChars; i += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** 10 bytes are exactly 16 characters of 5 bits. */
function randomPart(random: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of random.subarray(0, idRandomBytes)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return text;
}
