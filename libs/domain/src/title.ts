import { limits } from './limits';

const untitled = 'New conversation';

/** The first line with something on it, without Markdown marks, at most 72 characters with an ellipsis. */
export function autoTitle(body: string): string {
  const line = body
    .split(/\r?\n/)
    // eslint-disable-next-line no-control-regex -- a title never holds control or direction characters
    .map((text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' '))
    .map((text) =>
      text
        .replace(/^[\s#>*+-]+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((text) => text.length > 0);
  if (line === undefined) return untitled;
  const characters = [...line];
  if (characters.length <= limits.autoTitleChars) return line;
  return `${characters
    .slice(0, limits.autoTitleChars - 3)
    .join('')
    .trimEnd()}…`;
}
