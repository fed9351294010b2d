/** Compatibility form, one space between words, lower case; typographic quotes and dashes as typed on a keyboard. */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const wrapping = /^["'`*_.…\s]+|["'`*_.…\s]+$/g;

/** Whether the claim stands in the text, whitespace and case apart. Marks that only wrap a quotation are no part of the claim. */
export function claimFound(claim: string, text: string): boolean {
  const wanted = fold(claim).replace(wrapping, '');
  if (wanted === '') return false;
  const body = fold(text);
  // The second look is for a claim that was copied as it is read: without the marks of Markdown.
  return body.includes(wanted) || plain(body).includes(plain(wanted));
}

const plain = (text: string): string => text.replace(/[`*_]/g, '').replace(/\s+/g, ' ');
