const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** base64url of UTF-8 text, by hand: neither Buffer nor btoa exists in the workflow sandbox. */
export function toBase64Url(text: string): string {
  let out = '';
  let held = 0;
  let bits = 0;
  for (const byte of new TextEncoder().encode(text)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      out += alphabet.charAt((held >> bits) & 63);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? out : out + alphabet.charAt((held << (6 - bits)) & 63);
}

/** Undefined for anything that `toBase64Url` cannot have written. */
export function fromBase64Url(text: string): string | undefined {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const char of text) {
    const value = alphabet.indexOf(char);
    if (value < 0) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
    return toBase64Url(decoded) === text ? decoded : undefined;
  } catch {
    return undefined;
  }
}
