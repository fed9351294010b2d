import { element, plainText, type Stretch, text, type TreePlugin, wrapStretches } from './tree';

const isSyntax = (character: string): boolean => '*_`#>'.includes(character);

/** Case, white space and Markdown's marks do not count: a reviewer quotes the source text, the page shows the rendered one. */
function fold(value: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let space = true;
  for (let index = 0; index < value.length; index += 1) {
    const character = value.charAt(index);
    if (/\s/.test(character)) {
      if (!space) {
        folded += ' ';
        places.push(index);
      }
      space = true;
    } else if (!isSyntax(character)) {
      const lower = character.toLowerCase();
      folded += lower.length === 1 ? lower : character;
      places.push(index);
      space = false;
    }
  }
  return { folded, places };
}

/** Where a quoted claim stands in a text; null when it is not there. */
export function findClaim(plain: string, claim: string): { start: number; end: number } | null {
  const haystack = fold(plain);
  const needle = fold(claim).folded.trim();
  if (needle === '') return null;
  const at = haystack.folded.indexOf(needle);
  const start = haystack.places[at];
  const last = haystack.places[at + needle.length - 1];
  return at < 0 || start === undefined || last === undefined ? null : { start, end: last + 1 };
}

/** Highlights the claims that reviewers object to, where they stand in the answer. Overlapping claims share the first one's mark. */
export const claimsPlugin =
  (claims: readonly { id: string; claim: string }[]): TreePlugin =>
  () =>
  (tree) => {
    const plain = plainText(tree);
    const found = claims.flatMap(({ id, claim }) => {
      const place = findClaim(plain, claim);
      return place === null ? [] : [{ id, ...place }];
    });
    found.sort((a, b) => a.start - b.start);
    const stretches: Stretch[] = [];
    let reached = 0;
    for (const { id, start, end } of found) {
      if (start < reached) continue;
      reached = end;
      stretches.push({ start, end, wrap: (value) => element('mark', { dataConcern: id }, [text(value)]) });
    }
    wrapStretches(tree, stretches);
  };
