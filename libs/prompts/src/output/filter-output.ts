import { codeSegments } from './code-segments';

const escapeSequences = /\u001b\[[0-9;?]{0,32}[ -/]{0,4}[@-~]/g; // eslint-disable-line no-control-regex -- terminal colours of agent CLIs
// eslint-disable-next-line no-control-regex -- exactly these are removed: invisible, or able to turn the direction of a line
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const massMention = /(^|[^\w.])@(?=(?:channel|here|everyone)\b)/gi;
const chatMention = /<(?=[!@#])/g;
const breaker = '\u200b';

/**
 * What an agent wrote, made safe to keep and show: no control or direction characters, no mention that would wake a channel,
 * links only to https without credentials, no image, no active HTML. Applying it twice changes nothing more.
 */
export function filterOutput(output: string): string {
  const text = output.toWellFormed().replace(/\r\n?/g, '\n').replace(escapeSequences, '').replace(controls, '');
  const safe = codeSegments(text)
    .map((segment) => (segment.code ? segment.text : filterProse(segment.text)))
    .join('');
  // Mentions are broken in code as well: chat clients do not agree with Markdown about what is code.
  return safe.replace(massMention, `$1@${breaker}`).replace(chatMention, `<${breaker}`);
}

/** https, a host, no name or password in front of it. */
export const isSafeLink = (url: string): boolean => /^https:\/\/[^\s/?#@\\<>"'`]+(?:[/?#][^\s\\<>"'`]*)?$/i.test(url);

const activeTags = /<\/?(?:img|picture|source|video|audio|track|iframe|frame|object|embed|script|style|svg|link|meta|base|form|input|button|a)\b[^<>]*>?/gi;
const angleLink = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/gi;
const definition = /^( {0,3})\[(?=[^\]\n]{1,999}\]:[ \t]*<?([^\s>]*))/gm;
const unsafeBare = /(?<![\w`/])(?:http:\/\/|ftp:\/\/|www\.|https:\/\/[^\s/?#@<>`]{0,256}@)[^\s<>`)\]]*/gi;

function filterProse(text: string): string {
  return text
    .replace(activeTags, '')
    .replace(/!\[\]/g, '[image]')
    .replace(/!\[/g, '[')
    .replace(angleLink, (whole, url: string) => (isSafeLink(url) ? whole : `\`${url}\``))
    .replace(/\]\(([ \t\n]*)<?([^\s<>)]*)/g, (whole, space: string, url: string) => (isSafeLink(url) ? whole : whole.replace('](', '] (')))
    .replace(definition, (whole, indent: string, url: string) => (isSafeLink(url) ? whole : `${indent}\\[`))
    .replace(unsafeBare, (url) => `\`${url}\``);
}
