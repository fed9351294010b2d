import { type Check, type CheckContext, citePlace, evidenceOf, filesNamed, isFolder, lineWith, type Objection, type Place } from './check';
import { around, type Claim } from './claims';
import { declarations, uses } from './declarations';
import { declarationAt } from './passages';
import { isTestPath } from './repository';

const noTests = [
  /\bno\s+(?:\w+\s+){0,2}?tests?\b[^.;]{0,60}?§/i,
  /§[^.;]{0,40}?\bha(?:s|ve)\s+no\s+(?:\w+\s+){0,2}?tests?\b/i,
  /§[^.;]{0,40}?\b(?:is|are)\s+(?:untested|not\s+(?:\w+\s+)?tested|not\s+covered)\b/i,
  /\b(?:nothing|no\s+test)\s+(?:tests|covers|exercises)\s+(?:the\s+)?§/i,
];
const noExistence = [
  /§(?:\s+\w+){0,2}?\s+(?:does\s+not|doesn't|doesn’t|do\s+not|don't)\s+(?:\w+\s+)?exist\b/i,
  /\bthere\s+(?:is|are)\s+(?:currently\s+)?no\s+(?:such\s+thing\s+as\s+)?(?:[\w-]+\s+){0,3}?(?:called\s+|named\s+)?§/i,
  /\bthere\s+(?:isn't|isn’t|is\s+not)\s+(?:a|an|any)\s+(?:[\w-]+\s+){0,3}?(?:called\s+|named\s+)?§/i,
  /\bno\s+(?:[\w-]+\s+){1,2}?(?:called\s+|named\s+)?§\s+(?:exists|is\s+(?:defined|declared|present))/i,
  /§\s+(?:is|are)\s+(?:not|nowhere|never)\s+(?:yet\s+)?(?:defined|declared|implemented|present)\b(?!\s+(?:in|by|at|on|as|when|if|until|with)\b)/i,
  /\b(?:repository|repo|code|codebase|project)\s+(?:does\s+not|doesn't|doesn’t)\s+(?:contain|have|define|declare|include)\s+(?:[\w-]+\s+){0,3}?§/i,
];
const ends =
  /(?=\s*(?:$|[.,;:!?)]|\banywhere\b|\bat\s+all\b|\band\b|\bso\b|\bin\s+(?:this|the)\s+(?:repository|repo|code|codebase|project)\b))/
    .source;
const noUse = [
  new RegExp(`§\\s+(?:is|are)\\s+(?:never|not|nowhere)\\s+(?:\\w+\\s+)?(?:used|called|referenced|imported|invoked)\\b${ends}`, 'i'),
  new RegExp(`§\\s+(?:is|are)\\s+(?:unused|dead(?:\\s+code)?)\\b${ends}`, 'i'),
  /\b(?:nothing|nobody|no\s+one|no\s+(?:other\s+)?(?:code|file|module|function|caller))\s+(?:else\s+)?(?:calls?|uses?|imports?|references?|invokes?)\s+(?:the\s+)?§/i,
  /§\s+has\s+no\s+(?:callers?|users?|references?|usages?|call\s+sites?)\b/i,
];
const onlyHere =
  /§\s+is\s+only\s+(?:ever\s+)?(?:used|called|referenced|imported|invoked)\s+(?:in|by|from|inside)\s+(?:the\s+)?(?:file\s+)?¤|\bonly\s+¤\s+(?:calls?|uses?|imports?|references?|invokes?)\s+(?:the\s+)?§/i;

const matches = (patterns: readonly RegExp[], form: string): boolean => patterns.some((pattern) => pattern.test(form));

/** Files that a claim restricts itself to: "there is no `x` in `file`". Undefined when it restricts itself to none. */
function scopeOf(context: CheckContext, claim: Claim, name: string): ((path: string) => boolean) | undefined {
  const path = [...claim.paths, ...claim.citations.map((place) => place.path)].find((one) => !one.endsWith(name));
  if (!path) return undefined;
  const files = filesNamed(context, path).map(({ file }) => file.path);
  if (files.length > 0) return (candidate) => files.includes(candidate);
  return isFolder(context, path) ? (candidate) => `/${candidate}`.includes(`/${path.replace(/\/+$/, '')}/`) : undefined;
}

async function placesWhere(
  context: CheckContext,
  name: string,
  wanted: (path: string) => boolean,
  kind: 'any' | 'use' = 'any',
): Promise<Place[]> {
  const places: Place[] = [];
  for (const repository of context.repositories) {
    const hits = kind === 'use' ? await uses(repository, name) : await repository.find(name);
    const seen = new Set<string>();
    for (const hit of hits) {
      const file = wanted(hit.path) && !seen.has(hit.path) ? repository.file(hit.path) : undefined;
      seen.add(hit.path);
      if (file) places.push({ repository, file, line: hit.line });
    }
  }
  return places;
}

const byTest = (places: readonly Place[]): Place[] =>
  [...places].sort((a, b) => Number(isTestPath(a.file.path)) - Number(isTestPath(b.file.path)));
const naming = (context: CheckContext, places: readonly Place[]): string =>
  places
    .slice(0, 2)
    .map((place) => citePlace(context, place))
    .join(' and ');

function denial(context: CheckContext, claim: Claim, places: readonly Place[], category: string, statement: string): Objection {
  return {
    claim,
    category,
    severity: 'blocking',
    confidence: 'high',
    reason: statement,
    places: places.slice(0, 3),
    evidence: evidenceOf(context, places),
    // A part of a sentence must not end it.
    replacement: /[.!?]\W*$/.test(claim.text) ? statement : statement.replace(/\.$/, ''),
  };
}

async function deniedExistence(context: CheckContext, claim: Claim, name: string): Promise<Objection | undefined> {
  const scope = scopeOf(context, claim, name) ?? (() => true);
  const declared = (await declarations(context.repositories, name))
    .filter(({ file }) => scope(file.path))
    .map(({ repository, file, symbol }) => ({ repository, file, line: symbol.line }));
  const places =
    declared.length > 0 ? declared : (await placesWhere(context, name, scope)).filter(({ file }) => !/\.(md|mdx|txt)$/i.test(file.path));
  if (places.length === 0) return undefined;
  return denial(
    context,
    claim,
    places,
    'existence',
    declared.length > 0
      ? `\`${name}\` does exist: it is declared in ${naming(context, places.slice(0, 1))}.`
      : `\`${name}\` does occur: see ${naming(context, places)}.`,
  );
}

/** Statements that something is not there, not used or not tested, held against the files that show it is. */
export const checkNegation: Check = async (context, claim) => {
  for (const name of claim.identifiers) {
    const form = around(claim, name);
    if (matches(noTests, form)) {
      const tests = await placesWhere(context, name, isTestPath);
      return tests.length > 0 ? denial(context, claim, tests, 'tests', `\`${name}\` has tests: see ${naming(context, tests)}.`) : undefined;
    }
    if (matches(noUse, form)) {
      const places = byTest(await placesWhere(context, name, scopeOf(context, claim, name) ?? (() => true), 'use'));
      return places.length > 0
        ? denial(
            context,
            claim,
            places,
            'usage',
            `\`${name}\` is used in ${places.length} ${places.length === 1 ? 'file' : 'files'}, for example ${naming(context, places)}.`,
          )
        : undefined;
    }
    if (matches(noExistence, form)) return deniedExistence(context, claim, name);
  }
  return undefined;
};

/** "There is no `path`", when there is. */
export const checkDeniedPath: Check = async (context, claim) => {
  for (const path of claim.paths) {
    const form = claim.text.replace(`\`${path}\``, '§').replace(/`[^`]*`/g, '¤');
    if (!matches(noExistence, form)) continue;
    const found = filesNamed(context, path)[0];
    if (found)
      return denial(
        context,
        claim,
        [{ ...found, line: 1 }],
        'existence',
        `\`${path}\` does exist: see ${citePlace(context, { ...found, line: 1 })}.`,
      );
  }
  return undefined;
};

/** "`x` is only used in `file`", when other files use it too. */
export const checkOnly: Check = async (context, claim) => {
  const path = claim.paths[0] ?? claim.citations[0]?.path;
  for (const name of claim.identifiers) {
    if (!onlyHere.test(around(claim, name))) continue;
    const other = claim.identifiers.find((one) => one !== name);
    const named = path ? filesNamed(context, path).map(({ file }) => file.path) : [];
    const holders = other ? (await declarations(context.repositories, other)).map(({ file }) => file.path) : [];
    const allowed = new Set([...named, ...holders]);
    if (allowed.size === 0) return undefined;
    const declared = new Set((await declarations(context.repositories, name)).map(({ file }) => file.path));
    const places = await placesWhere(context, name, (file) => !allowed.has(file) && !declared.has(file) && !isTestPath(file), 'use');
    if (places.length === 0) return undefined;
    return denial(context, claim, places, 'usage', `\`${name}\` is also used in ${naming(context, places)}.`);
  }
  return undefined;
};

const openEnd = /(?:\/\/|#|\*|--)\s*(TODO|FIXME|XXX|HACK)\b|@deprecated\b|not implemented/i;

/** An open end, in the very declaration that the answer relies on, which the answer does not mention. */
export const checkOpenEnds: Check = async (context, claim) => {
  if (/\b(todo|fixme|deprecated|not implemented|unfinished|hack)\b/i.test(claim.text)) return undefined;
  for (const cited of claim.citations) {
    for (const { repository, file } of filesNamed(context, cited.path)) {
      const declaration = declarationAt(file, cited.line);
      if (!declaration?.symbol || declaration.symbol.kind === 'heading' || isTestPath(file.path)) continue;
      const index = file.lines.slice(declaration.start - 1, declaration.end).findIndex((line) => openEnd.test(line));
      if (index < 0 || claim.quoted.some((line) => openEnd.test(line))) continue;
      const place = { repository, file, line: declaration.start + index };
      const name = lineWith(file, declaration.symbol.name) ? `\`${declaration.symbol.name}\`` : 'The cited place';
      return {
        claim,
        category: 'open end',
        severity: 'advisory',
        confidence: 'medium',
        reason: `${name} carries an open end that the answer does not mention: ${citePlace(context, place)}.`,
        places: [place],
        evidence: evidenceOf(context, [place]),
        replacement: null,
      };
    }
  }
  return undefined;
};
