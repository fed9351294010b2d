/** What must not be found: the kind is told, the value never is. */
export interface Needle {
  kind: string;
  value: string;
}
export interface Finder {
  /** The kinds of what is in these bytes, in whatever form. */
  kindsIn(bytes: Uint8Array): Set<string>;
  readonly size: number;
}

/** Every form is at least this long; shorter values are too common to mean anything. */
export const shortest = 8;

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiEscaped = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- everything outside ASCII is what is escaped
  text.replace(/[^\x00-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Base64 of a text that stands somewhere in longer data: it looks different at each of three alignments, and its edges depend on its neighbours. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/** How a text may look on disk or on a wire. */
export function formsOf(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  const wide = Buffer.from(value, 'utf16le');
  const escaped = jsonEscaped(value);
  const cores = base64Cores(bytes);
  const texts = [
    ...[value, escaped, jsonEscaped(escaped), asciiEscaped(escaped), htmlEscaped(value)],
    ...[encodeURIComponent(value), encodeURI(value), encodeURIComponent(value).replaceAll('%20', '+')],
    ...cores,
    ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
    ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  ];
  return [...new Set(texts)].map((text) => Buffer.from(text)).concat(wide, Buffer.from(wide).swap16());
}

const base = 0x01000193;
const lead = Array.from({ length: shortest }).reduce<number>((power) => Math.imul(power, base), 1);
const slots = 1 << 20;

/**
 * Looks for all needles at once: a rolling hash over as many bytes as the shortest form has, so that the time depends on the length of what is searched
 * and not on how much is looked for.
 */
export function createFinder(needles: readonly Needle[]): Finder {
  const heads = new Map<number, { form: Buffer; kind: string }[]>();
  const marked = new Uint8Array(slots);
  const seen = new Set<string>();
  for (const { kind, value } of needles) {
    if (Buffer.byteLength(value) < shortest || seen.has(`${kind} ${value}`)) continue;
    seen.add(`${kind} ${value}`);
    for (const form of formsOf(value)) {
      let hash = 0;
      for (let at = 0; at < shortest; at++) hash = (Math.imul(hash, base) + form[at]!) | 0;
      marked[hash & (slots - 1)] = 1;
      heads.set(hash, [...(heads.get(hash) ?? []), { form, kind }]);
    }
  }
  return {
    size: seen.size,
    kindsIn(bytes) {
      const kinds = new Set<string>();
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let hash = 0;
      for (let at = 0; at < text.length; at++) {
        hash = (Math.imul(hash, base) + text[at]! - (at < shortest ? 0 : Math.imul(lead, text[at - shortest]!))) | 0;
        if (at < shortest - 1 || marked[hash & (slots - 1)] === 0) continue;
        const start = at - shortest + 1;
        for (const { form, kind } of heads.get(hash) ?? [])
          if (!kinds.has(kind) && text.subarray(start, start + form.length).equals(form)) kinds.add(kind);
      }
      return kinds;
    },
  };
}
