import {
  type Check,
  type CheckContext,
  citePlace,
  bareCitation,
  evidenceOf,
  filesNamed,
  isFolder,
  lineWith,
  nearestLineWith,
  type Objection,
  type Place,
  similarFiles,
} from './check';
import { around, type Claim, type CitedPlace, isHypothetical } from './claims';
import { declarations } from './declarations';
import { declarationAt } from './passages';

const aroundCitation = 12;

/** Where a name is declared, or else first mentioned. */
async function placesOf({ repositories }: CheckContext, name: string): Promise<Place[]> {
  const declared = await declarations(repositories, name);
  if (declared.length > 0) return declared.slice(0, 3).map(({ repository, file, symbol }) => ({ repository, file, line: symbol.line }));
  for (const repository of repositories) {
    const hit = (await repository.find(name))[0];
    const file = hit && repository.file(hit.path);
    if (file) return [{ repository, file, line: hit.line }];
  }
  return [];
}

/** Where what the claim speaks of really is: the names in it, best declared, and files with a similar name. */
async function truth(context: CheckContext, claim: Claim, path: string): Promise<Place[]> {
  for (const name of claim.identifiers) {
    const places = await placesOf(context, name);
    if (places.length > 0) return places.slice(0, 2);
  }
  return similarFiles(context, path).slice(0, 2);
}

const replaced = (claim: Claim, written: string, instead: string): string => claim.text.replace(written, () => instead);

/** A cited file that is not there, or has fewer lines than the citation says. */
export const checkCitedPlace: Check = async (context, claim) => {
  for (const place of claim.citations) {
    const files = filesNamed(context, place.path);
    if (files.some(({ file }) => place.line <= file.lines.length)) continue;
    const found = files[0];
    const places = found
      ? [...(await truth(context, claim, place.path)), { ...found, line: Math.max(1, found.file.lines.length) }]
      : await truth(context, claim, place.path);
    const right = places[0];
    const reason = found
      ? `The cited line does not exist: \`${found.file.path}\` has ${found.file.lines.length} lines.`
      : `The cited file \`${place.path}\` does not exist in the mentioned ${context.repositories.length === 1 ? 'repository' : 'repositories'}.`;
    const corrects = right !== undefined && (claim.identifiers.length > 0 || !found);
    return {
      claim,
      category: 'citation',
      severity: 'material',
      confidence: 'high',
      reason,
      places,
      evidence: places.length > 0 ? evidenceOf(context, places) : reason,
      replacement: corrects ? replaced(claim, place.text, bareCitation(context, right)) : null,
    };
  }
  return undefined;
};

function holds(context: CheckContext, place: CitedPlace, name: string): boolean {
  return filesNamed(context, place.path).some(({ file }) => {
    const declaration = declarationAt(file, place.line);
    const from = Math.min(place.line - aroundCitation, declaration?.start ?? place.line);
    const to = Math.max(place.endLine + aroundCitation, declaration?.end ?? place.endLine);
    return (
      lineWith(file, name, from, to) !== undefined ||
      declaration?.symbol?.name.includes(name) === true ||
      declaration?.within?.name.includes(name) === true
    );
  });
}

/** A citation at whose place none of the names stands that the sentence is about. */
export const checkCitedNames: Check = async (context, claim) => {
  const standing = claim.citations.filter((place) => filesNamed(context, place.path).some(({ file }) => place.line <= file.lines.length));
  const first = standing[0];
  if (!first || claim.identifiers.length === 0) return undefined;
  if ([...claim.identifiers, ...claim.around].some((name) => standing.some((place) => holds(context, place, name)))) return undefined;
  const name = claim.identifiers[0] as string;
  const inFile = filesNamed(context, first.path).flatMap(({ repository, file }): Place[] => {
    const line = nearestLineWith(file, name, first.line);
    return line === undefined ? [] : [{ repository, file, line }];
  });
  const places = inFile.length > 0 ? inFile : await placesOf(context, name);
  const right = places[0];
  if (!right) {
    const reason = `\`${name}\` does not stand at \`${first.text}\`, nor anywhere else in the mentioned ${context.repositories.length === 1 ? 'repository' : 'repositories'}.`;
    return {
      claim,
      category: 'citation',
      severity: 'material',
      confidence: 'high',
      reason,
      places: [],
      evidence: reason,
      replacement: null,
    };
  }
  const elsewhere = inFile.length === 0;
  const reason = `\`${name}\` does not stand at \`${first.text}\`; it is ${elsewhere ? 'in another file' : 'elsewhere in that file'}: ${citePlace(context, right)}.`;
  return {
    claim,
    category: 'citation',
    severity: elsewhere ? 'material' : 'advisory',
    confidence: 'high',
    reason,
    places: places.slice(0, 2),
    evidence: evidenceOf(context, places.slice(0, 2)),
    replacement: replaced(claim, first.text, bareCitation(context, right)),
  };
};

const declares =
  /§[^.;]{0,60}?\b(?:defined|declared|implemented|located|lives?|sits?)\b[^.;¤]{0,30}?\b(?:in|inside|at|under)\s+(?:the\s+)?(?:file\s+|module\s+)?¤/i;
const isIn = /§\s+(?:\w+\s+){0,2}?is\s+in\s+(?:the\s+)?(?:file\s+|module\s+)?¤/i;

/** "`x` is defined in `file`", when it is declared somewhere else. */
export const checkNamedFile: Check = async (context, claim) => {
  const path = claim.paths[0] ?? claim.citations[0]?.path;
  if (!path) return undefined;
  for (const name of claim.identifiers) {
    const form = around(claim, name);
    const strict = declares.test(form);
    if (!strict && !isIn.test(form)) continue;
    const declared = await declarations(context.repositories, name);
    const named = filesNamed(context, path);
    if (
      declared.length === 0 ||
      named.some(({ file }) => (strict ? declared.some((one) => one.file.path === file.path) : lineWith(file, name)))
    )
      continue;
    if (declared.some((one) => one.file.path.startsWith(path.replace(/\/*$/, '/')))) continue;
    const places = declared.slice(0, 3).map(({ repository, file, symbol }) => ({ repository, file, line: symbol.line }));
    const right = places[0] as Place;
    const written = claim.citations[0]?.path === path ? claim.citations[0].text : path;
    const reason = `\`${name}\` is not declared in \`${path}\`; its declaration is ${citePlace(context, right)}.`;
    return {
      claim,
      category: 'location',
      severity: 'material',
      confidence: 'high',
      reason,
      places,
      evidence: evidenceOf(context, places),
      replacement: replaced(claim, written, bareCitation(context, right)),
    };
  }
  return undefined;
};

/** A path that the answer speaks of as existing, and that does not. */
export const checkNamedPath: Check = async (context, claim) => {
  if (isHypothetical(claim.text) || /\b(?:no|not|n't|missing|absent|removed|deleted|never)\b/i.test(claim.text)) return undefined;
  for (const path of claim.paths) {
    if (!path.includes('/') || filesNamed(context, path).length > 0 || isFolder(context, path)) continue;
    // An import path or a package name looks the same: only a path with a file's ending is held to be one.
    if (!/\.[a-z][a-z0-9]{0,5}$/i.test(path) || /^(?:@|\.)/.test(path) || !isFolder(context, path.split('/')[0] ?? '')) continue;
    const places = await truth(context, claim, path);
    const right = places[0];
    const reason = `There is no file \`${path}\` in the mentioned ${context.repositories.length === 1 ? 'repository' : 'repositories'}.`;
    return {
      claim,
      category: 'location',
      // Without a file that could be meant, it may as well be one that is made at run time.
      severity: right ? 'material' : 'advisory',
      confidence: 'high',
      reason,
      places,
      evidence: places.length > 0 ? evidenceOf(context, places) : reason,
      replacement: right ? replaced(claim, path, bareCitation(context, right)) : null,
    };
  }
  return undefined;
};

const plain = (line: string): string => line.replace(/\s+/g, ' ').replace(/…$/, '').trim();

/** A code block under a citation that does not stand in the cited file. */
export const checkQuotation: Check = async (context, claim) => {
  const place = claim.citations[0];
  const quoted = claim.quoted.map(plain).filter((line) => line.length >= 6 && !/^(\.\.\.|…|\/\/ ?\.\.\.)/.test(line));
  if (!place || quoted.length < 2) return undefined;
  const files = filesNamed(context, place.path);
  const found = files[0];
  if (!found) return undefined;
  const texts = files.map(({ file }) => file.lines.map(plain).join('\n'));
  const missing = quoted.filter((line) => !texts.some((text) => text.includes(line)));
  if (missing.length * 2 <= quoted.length) return undefined;
  const right = { ...found, line: Math.min(place.line, found.file.lines.length) };
  const reason = `${missing.length} of ${quoted.length} quoted lines do not stand in \`${found.file.path}\`, for example: ${(missing[0] ?? '').replace(/`/g, "'").slice(0, 120)}`;
  return {
    claim,
    category: 'quotation',
    severity: 'material',
    confidence: 'high',
    reason,
    places: [right],
    evidence: evidenceOf(context, [right]),
    replacement: null,
  } satisfies Objection;
};
