import type { CheckContext, Place } from './check';
import type { Claim } from './claims';
import { assignedValue, type Quantity, quantitiesIn } from './numbers';
import { isTestPath } from './repository';
import { splitIdentifier, stem } from './words';

/** A place that gives a name a number. */
export interface Valued extends Place {
  name: string;
  written: string;
  values: readonly number[];
}

/** Parts of a name that say in what it counts, not of what. */
const unitParts = new Set(
  ['max', 'min', 'maximum', 'minimum', 'ms', 'sec', 'second', 'byte', 'default', 'limit', 'size', 'count'].map(stem),
);
const assignment =
  '^[[:space:]]*(export[[:space:]]+)?(const[[:space:]]+|static[[:space:]]+|let[[:space:]]+)?["\']?[A-Za-z_][A-Za-z0-9_]*["\']?[[:space:]]*[:=][[:space:]]*[0-9]';
const assignedName = /^\s*(?:export\s+)?(?:const\s+|static\s+|let\s+)?["']?([A-Za-z_]\w*)["']?\s*[:=]/;

interface Word {
  stem: string;
  index: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\p{L}+/gu)].map((match) => ({ stem: stem(match[0].toLowerCase()), index: match.index }));

/** Where the parts of a name stand next to each other in a sentence, in their order. */
function spokenAt(words: readonly Word[], parts: readonly string[]): { from: number; to: number } | undefined {
  for (let i = 0; i + parts.length <= words.length; i++) {
    if (parts.every((part, offset) => words[i + offset]?.stem === part)) return { from: i, to: i + parts.length - 1 };
  }
  return undefined;
}

/** The number that stands directly in front of the spoken name, or follows it after "is", "at most" and the like. */
function numberBeside(text: string, words: readonly Word[], span: { from: number; to: number }): Quantity | undefined {
  const start = words[span.from]?.index ?? 0;
  const last = words[span.to];
  const end = last ? last.index : 0;
  return quantitiesIn(text).find((quantity) => {
    if (quantity.index < start) return /^[\s`*]*$/.test(text.slice(quantity.index + quantity.text.length, start));
    return /^\p{L}*\s+(?:is|are|=|of|equals|defaults\s+to)\s+(?:\p{L}+\s+){0,2}[`*]*$/u.test(text.slice(end, quantity.index));
  });
}

/**
 * Named values whose words a sentence says together with a number: "twelve unsettled waves" speaks of `unsettledWaves`. Names of one word
 * are left alone, because a single word is said of many things.
 */
export async function spokenValues({ repositories }: CheckContext, claim: Claim): Promise<Array<Valued & { stated: Quantity }>> {
  if (quantitiesIn(claim.text).length === 0) return [];
  const words = wordsOf(claim.text);
  const found: Array<Valued & { stated: Quantity }> = [];
  for (const repository of repositories) {
    for (const hit of await repository.match([assignment], 200)) {
      const name = assignedName.exec(hit.text)?.[1] ?? '';
      const parts = splitIdentifier(name)
        .filter((part) => part.length >= 3)
        .map(stem)
        .filter((part) => !unitParts.has(part));
      if (parts.length < 2 || isTestPath(hit.path)) continue;
      const span = spokenAt(words, parts);
      const stated = span && numberBeside(claim.text, words, span);
      const file = stated && repository.file(hit.path);
      const value = file && assignedValue(hit.text, name);
      if (file && value && stated)
        found.push({ repository, file, line: hit.line, name, written: value.text, values: value.values, stated });
    }
  }
  return found;
}
