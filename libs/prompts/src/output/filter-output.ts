import { codeSegments, isEscaped } from './code-segments';
import { withoutControls } from './control-characters';

const escapeSequences = /\u001b\[[0-9;?]{0,32}[ -/]{0,4}[@-~]/g; // eslint-disable-line no-control-regex -- terminal colours of agent CLIs
const massMention = /(^|[^\w.])@(?=(?:channel|here|everyone))/gi;
const chatMention = /<(?=[!@#])/g;
const breaker = '\u200b';

/**
 * What an agent wrote, made safe to keep and show: no control or direction characters, no mention that would wake a channel,
 * links only to https without credentials, no image, no active HTML. Applying it twice changes nothing more.
 */
export function filterOutput(output: string): string {
  const text = withoutControls(output.replace(/\r\n?/g, '\n').replace(escapeSequences, ''));
  // What is taken out can turn code into prose: the rules are applied until they find nothing more.
  let safe = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = filterOnce(safe);
    if (next === safe) return safe;
    safe = next;
  }
  return safe;
}

const maxRounds = 8;

function filterOnce(text: string): string {
  const prose = mapProse(text, withoutActive);
  // A lone backtick elsewhere would pair with the one in front of an address and let the address out of its code again.
  const quoted = prose === quoteUnsafe(prose) ? prose : quoteUnsafe(mapProse(prose, escapeBackticks));
  // Mentions are broken in code as well: chat clients do not agree with Markdown about what is code.
  return quoted.replace(massMention, `$1@${breaker}`).replace(chatMention, `<${breaker}`);
}

/** https, a host, no name or password in front of it, shorter than what is looked at of an address. */
export const isSafeLink = (url: string): boolean => url.length < 2048 && /^https:\/\/[^\s/?#@\\<>"'`]+(?:[/?#][^\s\\<>"'`]*)?$/i.test(url);

const activeTags =
  /<\/?(?:img|picture|source|video|audio|track|iframe|frame|object|embed|script|style|svg|link|meta|base|form|input|button|a)\b[^<>]*>?/gi;
const destination = /\]\((?=[ \t\n]{0,9}<?([^\s<>)]{0,2048}))/g;
/** The end of a link definition's label; without its bracket it is plain text. */
const definition = /\](?=:[ \t\n]{0,9}<?([^\s>]{0,2048}))/g;
const angleLink = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/gi;
/** Addresses that Markdown renderers make into links by themselves. */
const bareLink = /(?<![a-z0-9])(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>`)\]\\]*/gi;

function mapProse(text: string, change: (prose: string) => string): string {
  let out = '';
  for (const segment of codeSegments(text)) {
    const next = segment.code ? segment.text : change(segment.text);
    // Two spans side by side would be read as one.
    const touching = out.endsWith('`') && !isEscaped(out, out.length - 1) && next.startsWith('`');
    out += touching ? ` ${next}` : next;
  }
  return out;
}

/** An image becomes a link, a link that is not allowed becomes its text and its address side by side. */
const withoutActive = (prose: string): string =>
  prose
    .replace(activeTags, '')
    .replace(/!\[\]/g, '[image]')
    .replace(/!\[/g, '[')
    .replace(destination, (whole, url: string) => (isSafeLink(url) ? whole : '] ('))
    .replace(definition, (bracket, url: string, at: number, text: string) =>
      url === '' || isSafeLink(url) || isEscaped(text, at) ? bracket : `\\${bracket}`,
    );

/** An address that must not become a link is shown as code. */
const quoteUnsafe = (text: string): string =>
  mapProse(
    mapProse(text, (prose) =>
      prose.replace(angleLink, (whole, url: string, at: number) =>
        isSafeLink(url) ? whole : quote(url.replaceAll('`', ''), prose, at, whole.length),
      ),
    ),
    (prose) => prose.replace(bareLink, (url, at: number) => (isSafeLink(url) ? url : quote(url, prose, at, url.length))),
  );

/** A backslash before the first backtick would make it a plain character; another backtick beside one would make it another mark. */
function quote(url: string, text: string, at: number, length: number): string {
  const before = isEscaped(text, at) || (text.charAt(at - 1) === '`' && !isEscaped(text, at - 1)) ? ' ' : '';
  const after = text.charAt(at + length) === '`' ? ' ' : '';
  return `${before}\`${url}\`${after}`;
}

const escapeBackticks = (prose: string): string => prose.replace(/`/g, (tick, at: number) => (isEscaped(prose, at) ? tick : `\\${tick}`));
