import type { Citation } from '@parley/domain';
import { stripFence } from './json-object';

/** One `path:line` or `path:line-line` of a text. `root` is the label in front when it is one of the known ones, else empty. */
export interface FoundCitation {
  /** As written, to find it again in the text. */
  text: string;
  root: string;
  path: string;
  line: number;
  endLine: number | null;
}

const maxCitations = 256;
const form = /^([^\s:]{1,1024}):(\d{1,7})(?::\d{1,5})?(?:[-\u2013](\d{1,7}))?$/;
const bareNames = /^(?:Makefile|Dockerfile|Containerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Justfile)$/;
const hostEndings = /\.(?:com|org|net|io|dev|local|localhost)$/i;

/**
 * The citations of a text, each once, in order. The output of a review or correction is JSON: its strings are read, so that an
 * escaped line break does not become part of a path.
 */
export function extractCitations(output: string, labels: readonly string[] = []): FoundCitation[] {
  const found = new Map<string, FoundCitation>();
  for (const text of textsOf(output)) {
    for (const token of tokens(text)) {
      const citation = citationOf(token, labels);
      if (citation !== undefined && !found.has(citation.text)) found.set(citation.text, citation);
      if (found.size === maxCitations) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** One citation as an agent lists it: `path:line`, `path:line-line`, `label/path:line`, or the id of a message. */
export function parseCitation(written: string, labels: readonly string[] = []): Citation | undefined {
  const token = trimMarks(written.trim());
  if (/^msg_[0-9a-z]{10,32}$/.test(token)) return { kind: 'message', messageId: token, valid: null };
  const found = citationOf(token, labels);
  return found === undefined
    ? undefined
    : { kind: 'path', root: found.root, path: found.path, line: found.line, endLine: found.endLine, valid: null };
}

const tokens = (text: string): string[] => text.split(/[\s`"'<>|,;]+|\]\(/).map(trimMarks);
const trimMarks = (token: string): string => {
  let from = 0;
  let to = token.length;
  while (
    from < to &&
    '([{*_"\'`<.'.includes(token.charAt(from)) &&
    !token.startsWith('./', from) &&
    !token.startsWith('../', from) &&
    !isDotFile(token, from)
  )
    from += 1;
  while (to > from && ')]}*_"\'`>.,;:!?'.includes(token.charAt(to - 1))) to -= 1;
  return token.slice(from, to);
};
const isDotFile = (token: string, at: number): boolean => token.charAt(at) === '.' && /[a-z]/i.test(token.charAt(at + 1));

function citationOf(token: string, labels: readonly string[]): FoundCitation | undefined {
  const [, written, from, to] = form.exec(token) ?? [];
  if (written === undefined || from === undefined) return undefined;
  const path = written.replace(/^\.\//, '');
  if (!isRelativePath(path)) return undefined;
  const line = Number(from);
  if (line < 1) return undefined;
  const end = to === undefined ? null : Number(to);
  const root = labels.filter((label) => path.startsWith(`${label}/`)).sort((a, b) => b.length - a.length)[0] ?? '';
  return {
    text: token,
    root,
    path: root === '' ? path : path.slice(root.length + 1),
    line,
    endLine: end !== null && end > line ? end : null,
  };
}

/** Looks like a file of a repository and not like an address, a time or a number. */
function isRelativePath(path: string): boolean {
  if (path.startsWith('/') || path.includes('//') || path.includes('\\') || path.split('/').some((part) => part === '..' || part === '.'))
    return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === '') return false;
  if (!path.includes('/') && hostEndings.test(name)) return false;
  return path.includes('/') ? /[a-z]/i.test(path) : /\.[a-z][a-z0-9]*$/i.test(name) || /^\.[a-z]/i.test(name) || bareNames.test(name);
}

function textsOf(output: string): string[] {
  const text = stripFence(output);
  if (!text.startsWith('{')) return [output];
  try {
    return strings(JSON.parse(text));
  } catch {
    return [output];
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}
