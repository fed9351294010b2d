import type { Check, CheckContext, Objection } from './check';
import { checkDeniedPath, checkNegation, checkOnly, checkOpenEnds } from './check-negations';
import { checkCitedNames, checkCitedPlace, checkNamedFile, checkNamedPath, checkQuotation } from './check-places';
import { checkCount, checkValue } from './check-values';
import type { Claim } from './claims';
import type { Lens } from './rank';

/** Two reviewers, two halves: the Skeptic looks for what contradicts a denial, the Verifier follows citations and values. Nobody else splits. */
const skeptic: readonly Check[] = [checkNegation, checkDeniedPath, checkOnly, checkOpenEnds];
const verifier: readonly Check[] = [
  checkCitedPlace,
  checkValue,
  checkNamedFile,
  checkCitedNames,
  checkCount,
  checkNamedPath,
  checkQuotation,
];
const byLens: Readonly<Record<Lens, readonly Check[]>> = {
  skeptic,
  verifier,
  lead: [...skeptic, ...verifier],
  general: [...skeptic, ...verifier],
};

/** The first objection to each claim, in the order of the claims. */
export async function objectionsTo(context: CheckContext, claims: readonly Claim[], lens: Lens): Promise<Objection[]> {
  const objections: Objection[] = [];
  for (const claim of claims) {
    for (const check of byLens[lens]) {
      const objection = await check(context, claim);
      if (!objection) continue;
      objections.push(objection);
      break;
    }
  }
  return objections;
}

/** Whether a file of the repositories could say anything about this claim. */
export const isCheckable = (claim: Claim): boolean =>
  claim.citations.length > 0 ||
  claim.paths.length > 0 ||
  claim.identifiers.length > 0 ||
  /\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve)\b/i.test(claim.text);
