import { type Check, type CheckContext, citePlace, evidenceOf, filesNamed, type Objection } from './check';
import { spokenValues, type Valued } from './spoken-values';
import type { Claim } from './claims';
import { declarations } from './declarations';
import { agree, assignedValue, type Quantity, quantitiesIn } from './numbers';
import { isTestPath } from './repository';
import { splitIdentifier, stem } from './words';

const saysValue =
  /(?:\b(?:is|are|was|equals|of|to|at|holds?|allows?|permits?|lasts?|takes?|has|after|within|than|at\s+most|at\s+least|up\s+to|exactly)|=|:)\s+(?:set\s+to\s+|currently\s+|only\s+|exactly\s+|about\s+|at\s+most\s+|at\s+least\s+|up\s+to\s+|limited\s+to\s+|a\s+|an\s+)*`?$/i;

/** The numbers that the sentence gives as a value: those that follow "is", "to", "at most" and the like. */
function statedValues(claim: Claim): Quantity[] {
  const blanked = claim.citations.reduce((text, place) => text.replace(place.text, (whole) => ' '.repeat(whole.length)), claim.text);
  return quantitiesIn(blanked).filter((quantity) => saysValue.test(blanked.slice(0, quantity.index)));
}

const nearby = 80;

/** Whether a number follows a name closely, with no other name between: "`a` is 3, `b` is 4" gives each its own. */
function belongsTo(claim: Claim, name: string, quantity: Quantity): boolean {
  const at = claim.text.lastIndexOf(name, quantity.index);
  if (at < 0 || quantity.index - at > nearby) return false;
  const between = claim.text.slice(at + name.length, quantity.index);
  return !/[.;]\s/.test(between) && !claim.identifiers.some((other) => other !== name && between.includes(other));
}

async function declaredValues({ repositories }: CheckContext, name: string): Promise<Valued[]> {
  return (await declarations(repositories, name)).flatMap(({ repository, file, symbol }): Valued[] => {
    const value = isTestPath(file.path) ? undefined : assignedValue(file.lines[symbol.line - 1] ?? '', name);
    return value ? [{ repository, file, line: symbol.line, name, written: value.text, values: value.values }] : [];
  });
}

/** The named values on the cited lines, as far as the sentence speaks of them. */
function citedValues(context: CheckContext, claim: Claim): Valued[] {
  const spoken = new Set(splitIdentifier(claim.text).map(stem));
  return claim.citations.flatMap((cited) =>
    filesNamed(context, cited.path).flatMap(({ repository, file }) =>
      file.symbols
        .filter(
          (symbol) =>
            symbol.line >= cited.line &&
            symbol.line <= cited.endLine &&
            splitIdentifier(symbol.name)
              .map(stem)
              .some((word) => spoken.has(word)),
        )
        .flatMap((symbol): Valued[] => {
          const value = assignedValue(file.lines[symbol.line - 1] ?? '', symbol.name);
          return value ? [{ repository, file, line: symbol.line, name: symbol.name, written: value.text, values: value.values }] : [];
        }),
    ),
  );
}

/** The right number in the unit of the sentence: of the ways to read that unit, the one that comes nearest to what was stated. */
function inUnitsOf(stated: Quantity, right: Valued): string {
  const [total] = right.values as [number, ...number[]];
  const [base] = stated.values as [number, ...number[]];
  const readings = stated.values.map((value) => (base === 0 ? total : total / (value / base)));
  const distance = (reading: number): number => Math.abs(Math.log(Math.abs(reading / (base || 1)) || Number.MIN_VALUE));
  return String(Number(readings.reduce((best, reading) => (distance(reading) < distance(best) ? reading : best)).toFixed(2)));
}

function objection(context: CheckContext, claim: Claim, stated: Quantity, right: Valued, confidence: 'medium' | 'high'): Objection {
  const at = citePlace(context, right);
  const corrected = `${claim.text.slice(0, stated.index)}${inUnitsOf(stated, right)}${claim.text.slice(stated.index + stated.text.length)}`;
  const cited = claim.citations.some((place) => place.line <= right.line && right.line <= place.endLine);
  const body = corrected.replace(/[.\s]+$/, '');
  return {
    claim,
    category: 'value',
    severity: 'material',
    confidence,
    reason: `\`${right.name}\` is ${right.written}, not ${stated.text}: ${at}.`,
    places: [right],
    evidence: evidenceOf(context, [right]),
    replacement: cited ? corrected : `${body} (${at})${/\.\s*$/.test(corrected) ? '.' : ''}`,
  };
}

/** A number that a sentence gives to a named or cited value, when the file says another. */
export const checkValue: Check = async (context, claim) => {
  const stated = statedValues(claim);
  const blame = (candidates: readonly Valued[], confidence: 'medium' | 'high', numbers: readonly Quantity[]): Objection | undefined => {
    const first = candidates[0];
    const wrong = numbers[0];
    if (!first || !wrong) return undefined;
    // Right for any place that declares the name, or by any number of the sentence, is right enough: a person may count in other units.
    if (candidates.some((candidate) => quantitiesIn(claim.text).some((quantity) => agree(quantity.values, candidate.values))))
      return undefined;
    return objection(context, claim, wrong, first, confidence);
  };
  if (stated.length > 0) {
    const cited = blame(citedValues(context, claim), 'high', stated);
    if (cited) return cited;
    for (const name of claim.identifiers) {
      const numbers = stated.filter((quantity) => belongsTo(claim, name, quantity));
      const named = numbers.length === 0 ? undefined : blame(await declaredValues(context, name), 'high', numbers);
      if (named) return named;
    }
  }
  const spoken = await spokenValues(context, claim);
  return new Set(spoken.map(({ name }) => name)).size === 1 ? blame(spoken, 'medium', spoken[0] ? [spoken[0].stated] : []) : undefined;
};

const counts =
  /\b(\d{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?:\w+\s+)?(test files?|tests|files)\b[^.;]{0,60}?`([\w@./-]+)`|`([\w@./-]+)`[^.;]{0,60}?\b(?:has|have|contains?|holds?|with)\s+(?:exactly\s+|only\s+)?(\d{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?:\w+\s+)?(test files?|files|lines)\b/i;

/** "`folder` has N files", "`file` has N lines", counted. */
export const checkCount: Check = async (context, claim) => {
  const match = counts.exec(claim.text);
  if (!match) return undefined;
  const [written, what, path] = match[1] ? [match[1], match[2], match[3]] : [match[5], match[6], match[4]];
  const quantity = quantitiesIn(written ?? '')[0];
  if (!quantity || !what || !path) return undefined;
  const stated = quantity.values[0] as number;
  const folder = path.replace(/\/+$/, '');
  if (/lines/i.test(what)) {
    const found = filesNamed(context, folder)[0];
    if (!found || Math.abs(found.file.lines.length - stated) <= 1) return undefined;
    const place = { ...found, line: Math.max(1, found.file.lines.length) };
    const reason = `\`${found.file.path}\` has ${found.file.lines.length} lines, not ${quantity.text}.`;
    return {
      claim,
      category: 'count',
      severity: 'material',
      confidence: 'high',
      reason,
      places: [place],
      evidence: `${reason} Its last line is ${citePlace(context, place)}.`,
      replacement: claim.text.replace(quantity.text, String(found.file.lines.length)),
    };
  }
  for (const repository of context.repositories) {
    const prefix = `${folder.startsWith(`${repository.label}/`) ? folder.slice(repository.label.length + 1) : folder}/`;
    const inside = repository.files.filter((file) => file.path.startsWith(prefix) && (!/test/i.test(what) || isTestPath(file.path)));
    const direct = inside.filter((file) => !file.path.slice(prefix.length).includes('/'));
    const first = inside[0] && repository.file(inside[0].path);
    if (!first || inside.length === stated || direct.length === stated) continue;
    const place = { repository, file: first, line: 1 };
    const reason = `\`${folder}\` has ${inside.length} ${/test/i.test(what) ? 'test files' : 'files'}${direct.length === inside.length ? '' : ` (${direct.length} directly in it)`}, not ${quantity.text}.`;
    return {
      claim,
      category: 'count',
      severity: 'material',
      confidence: 'high',
      reason,
      places: [place],
      evidence: `${reason} The first one is ${citePlace(context, place)}.`,
      replacement: claim.text.replace(quantity.text, String(direct.length > 0 && !/test/i.test(what) ? direct.length : inside.length)),
    };
  }
  return undefined;
};
