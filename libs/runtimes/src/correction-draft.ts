const opening = /"body"\s*:\s*"/;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

const unicode = (hex: string): string => (/^[0-9a-f]{4}$/i.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : '\ufffd');

/**
 * Shows a correction while it is written: takes the pieces of its JSON and gives back what each adds to the text of `body`. An escape that is
 * cut in the middle waits for its rest. It only serves people who watch; what counts is parsed from the whole output at the end.
 */
export function correctionDraft(): (piece: string) => string {
  let rest = '';
  let place: 'before' | 'inside' | 'after' = 'before';
  return (piece) => {
    if (place === 'after') return '';
    rest += piece;
    if (place === 'before') {
      const found = opening.exec(rest);
      if (!found) return '';
      rest = rest.slice(found.index + found[0].length);
      place = 'inside';
    }
    let text = '';
    let at = 0;
    while (at < rest.length) {
      const char = rest.charAt(at);
      if (char === '"') {
        place = 'after';
        rest = '';
        return text;
      }
      if (char !== '\\') {
        text += char;
        at += 1;
        continue;
      }
      const length = rest.charAt(at + 1) === 'u' ? 6 : 2;
      if (at + length > rest.length) break;
      const escape = rest.slice(at + 1, at + length);
      text += length === 6 ? unicode(escape.slice(1)) : (escapes[escape] ?? '');
      at += length;
    }
    rest = rest.slice(at);
    return text;
  };
}
