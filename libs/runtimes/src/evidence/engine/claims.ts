import { identifiersIn } from './words';

export interface CitedPlace {
  /** As it stands in the answer, without backticks. */
  text: string;
  path: string;
  line: number;
  endLine: number;
}

/** One statement of an answer, copied letter by letter, with everything in it that a file could confirm or deny. */
export interface Claim {
  text: string;
  /** Where it stands in the answer. */
  start: number;
  end: number;
  citations: readonly CitedPlace[];
  /** Paths that are named without a line. */
  paths: readonly string[];
  identifiers: readonly string[];
  /** The names of the whole sentence, when the claim is a part of one. */
  around: readonly string[];
  /** The code block that follows directly, as its quotation. */
  quoted: readonly string[];
}

const citation = /(?<![\w/:.@-])((?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]*[\w)\]]):(\d{1,6})(?::\d{1,5})?(?:[-–](\d{1,6}))?(?![\w.]*\d)/g;
const pathInBackticks =
  /`((?:[\w@.+()[\]-]+\/)+[\w@.+()[\]-]*|[\w@+-][\w@.+-]*\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|c|h|cpp|hpp|swift|scala|sh|sql|md|mdx|json|ya?ml|toml|ini|html|css|scss|proto|vue|svelte|txt))`/g;
const looksLikeFile = (path: string): boolean =>
  (path.includes('/') ||
    /\.(?!(?:com|org|net|io|dev|local)$)[a-z][a-z0-9]{0,9}$/i.test(path) ||
    /^(Makefile|Dockerfile|LICENSE|README)$/.test(path)) &&
  !path.includes('//');
/** Names that say nothing about this repository. */
const common = new Set([
  'true',
  'false',
  'null',
  'undefined',
  'string',
  'number',
  'boolean',
  'object',
  'any',
  'void',
  'this',
  'async',
  'await',
  'const',
  'import',
  'export',
  'return',
  'npm',
  'git',
  'node',
  'GitLab',
  'JavaScript',
  'TypeScript',
  'OpenAPI',
  'PostgreSQL',
  'OpenTelemetry',
  'macOS',
  'iOS',
  'README',
  'KiB',
  'MiB',
  'GiB',
  'GitHub',
]);

function citationsIn(text: string): CitedPlace[] {
  return [...text.matchAll(citation)].flatMap((match): CitedPlace[] => {
    const [whole, path, from, to] = match;
    const line = Number(from);
    if (!path || line < 1 || !looksLikeFile(path) || !/[a-z]/i.test(path)) return [];
    return [{ text: whole, path: path.replace(/^\.\//, ''), line, endLine: Math.max(line, Number(to ?? line)) }];
  });
}

/** Bold and italic marks around a statement are no part of it, nor is the mark of a list or a heading. */
const marker = /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|#{1,6}\s+|>\s?)*/;
const sentenceEnd = /(?<=[.!?][)"'”*_]{0,2})\s+(?=[\p{Lu}\p{N}`"'“(*_[])/u;
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|resp)\.|\b\p{Lu}\.|^\W*\d+\.)$/iu;

function sentences(text: string): string[] {
  const parts = text.split(sentenceEnd);
  const joined: string[] = [];
  let at = 0;
  for (const part of parts) {
    const start = text.indexOf(part, at);
    const previous = joined.at(-1);
    if (previous !== undefined && abbreviation.test(previous)) joined[joined.length - 1] = text.slice(at - previous.length, start) + part;
    else joined.push(part);
    at = start + part.length;
  }
  return joined;
}

const clauseEnd = /;\s+|,\s+(?=(?:and|but|while|yet|so)\s)/g;
const words = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** A sentence that says two things is two claims: one may be wrong without the other. Short parts stay where they are. */
function clauses(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(clauseEnd)) {
    const after = sentence.slice(match.index + match[0].length);
    if (words(sentence.slice(from, match.index)) < 4 || words(after) < 4) continue;
    parts.push(sentence.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, sentence.slice(from)].map((part) => part.replace(/^(?:and|but|while|yet|so)\s+(?=\S)/, ''));
}

function makeClaim(text: string, start: number, sentence: string): Claim {
  const citations = citationsIn(text);
  const paths = [...text.matchAll(pathInBackticks)].map((match) => (match[1] as string).replace(/^\.\//, ''));
  const withoutPlaces = citations.reduce((rest, place) => rest.replace(place.text, ' '), text).replace(pathInBackticks, ' ');
  const names = (from: string): string[] => identifiersIn(from).filter((name) => !common.has(name));
  return {
    text,
    start,
    end: start + text.length,
    citations,
    paths: [...new Set(paths)],
    identifiers: names(withoutPlaces),
    around: names(sentence.replace(pathInBackticks, ' ')),
    quoted: [],
  };
}

interface Block {
  start: number;
  end: number;
}

/** Cuts an answer into statements: sentences of paragraphs and list items. Code blocks are no statements; they belong to the one before. */
export function claimsOf(answer: string): Claim[] {
  const claims: Claim[] = [];
  let open: Block | undefined;
  let fence: { mark: string; lines: string[] } | undefined;
  let at = 0;
  const close = (): void => {
    if (!open) return;
    let cursor = open.start;
    const text = answer.slice(open.start, open.end);
    for (const sentence of sentences(text)) {
      const start = answer.indexOf(sentence, cursor);
      cursor = start;
      for (const clause of clauses(sentence)) {
        const trimmed = clause.trim();
        const at = answer.indexOf(trimmed, cursor);
        cursor = at + trimmed.length;
        if (trimmed.length >= 8) claims.push(makeClaim(trimmed, at, sentence));
      }
      cursor = start + sentence.length;
    }
    open = undefined;
  };
  for (const line of answer.split('\n')) {
    const end = at + line.length;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark && mark.startsWith(fence.mark) && line.trim() === mark) {
        const last = claims.findLast((claim) => claim.citations.length > 0);
        const next = claims.at(-1);
        // A quotation belongs to the nearest citation in front of it, with at most one statement (a comment) between.
        if (last && (last === next || last === claims.at(-2)))
          claims[claims.indexOf(last)] = { ...last, quoted: last.quoted.length > 0 ? last.quoted : fence.lines };
        fence = undefined;
      } else fence.lines.push(line);
    } else if (mark) {
      close();
      fence = { mark, lines: [] };
    } else if (line.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(line) || /^\s*\|/.test(line)) {
      close();
    } else {
      const begins = marker.exec(line)?.[0] ?? '';
      if (begins.trim() !== '' || !open) {
        close();
        open = { start: at + begins.length, end };
      } else open.end = end;
      if (/^\s*#{1,6}\s/.test(line)) close();
    }
    at = end + 1;
  }
  close();
  return claims;
}

/** The claim with one name as `§` and everything else in backticks as `¤`, for patterns about that name. */
export function around(claim: Claim, name: string): string {
  const bare = new RegExp(`(?<![\\w$])${name.replace(/[$.*+?()[\]{}|\\^]/g, '\\$&')}(?:\\(\\))?(?![\\w$])`, 'g');
  return claim.text
    .replace(/`([^`\n]*)`/g, (_, inside: string) => (inside === name || identifiersIn(`\`${inside}\``)[0] === name ? '§' : '¤'))
    .replace(bare, '§')
    .replace(/[*_]{1,2}(§|¤)[*_]{1,2}/g, '$1');
}

/** Whether the sentence speaks of what could be rather than of what is. */
export const isHypothetical = (text: string): boolean =>
  /\b(should|could|would|might|let's|if|add|adding|create|creating|introduce|propose|suggest|rename|move|write|new|instead|example|e\.g|for instance|imagine|suppose)\b/i.test(
    text,
  );
