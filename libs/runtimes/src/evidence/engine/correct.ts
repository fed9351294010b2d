import { filesNamed, type CheckContext, type Objection } from './check';
import { objectionsTo } from './checks';
import { type Claim, claimsOf } from './claims';
import type { Repository } from './repository';

export interface EligibleConcern {
  id: string;
  targetClaim: string;
  reason: string;
  evidence: string;
  suggestedResolution: string;
}

type Outcome = 'revised' | 'defended' | 'partially_revised' | 'acknowledged_unresolved' | 'abstained';

/** The correction as JSON that `parseCorrection` reads. */
export interface CorrectionOutput {
  outcome: Outcome;
  body: string | null;
  limitations: string[];
  resolutions: Array<{ concernId: string; outcome: Outcome; answer: string }>;
}

interface Verdict {
  concern: EligibleConcern;
  outcome: Outcome;
  answer: string;
  /** What to do to the answer; none for a concern that changes nothing. */
  edit?: { start: number; end: number; text: string };
  note?: string;
}

const fold = (text: string): string =>
  text
    .replace(/[`*_\s]+/g, ' ')
    .trim()
    .toLowerCase();
const meets = (claim: Claim, target: string): boolean => {
  const [a, b] = [fold(claim.text), fold(target)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
};

function editFor({ claim, reason, replacement }: Objection): Verdict['edit'] {
  return {
    start: claim.start,
    end: claim.end,
    text: replacement ?? `~~${claim.text.replace(/~~/g, '')}~~ (struck: ${reason.replace(/\.$/, '')})`,
  };
}

/** A concern of which our own look finds nothing: say what its evidence is worth, and decide nothing that was not seen. */
function judgeUnseen(context: CheckContext, concern: EligibleConcern): Verdict {
  const cited = claimsOf(concern.evidence).flatMap((claim) => claim.citations);
  const standing = cited.filter((place) => filesNamed(context, place.path).some(({ file }) => place.line <= file.lines.length));
  if (cited.length > 0 && standing.length === 0) {
    return {
      concern,
      outcome: 'defended',
      answer: `The evidence names \`${cited[0]?.text ?? ''}\`, which does not exist; nothing else in the files contradicts the statement.`,
    };
  }
  const where = standing[0] ? ` Its evidence: \`${standing[0].text}\`.` : '';
  return {
    concern,
    outcome: 'acknowledged_unresolved',
    answer: 'A program cannot decide this from the files; the objection is kept in the answer for a person to judge.',
    note: `- “${concern.targetClaim.replace(/\s+/g, ' ').slice(0, 200)}”: ${concern.reason.replace(/\s+/g, ' ').slice(0, 400)}${where}`,
  };
}

function judge(context: CheckContext, concern: EligibleConcern, claims: readonly Claim[], objections: readonly Objection[]): Verdict {
  const objection = objections.find((one) => meets(one.claim, concern.targetClaim));
  if (objection) {
    const struck = objection.replacement === null;
    return {
      concern,
      outcome: 'revised',
      answer: `${struck ? 'The statement was struck' : 'The statement was replaced'}: ${objection.reason}`,
      edit: editFor(objection),
    };
  }
  if (!claims.some((claim) => meets(claim, concern.targetClaim))) {
    return { concern, outcome: 'defended', answer: 'The answer does not say this, so there is nothing to change.' };
  }
  return judgeUnseen(context, concern);
}

function overall(verdicts: readonly Verdict[]): Outcome {
  const outcomes = new Set(verdicts.map((verdict) => verdict.outcome));
  if (outcomes.size === 1) return verdicts[0]?.outcome ?? 'defended';
  return outcomes.has('revised') ? 'partially_revised' : 'acknowledged_unresolved';
}

/** Corrects an answer: looks again at each claim under concern, changes what the files prove wrong, and leaves open what they cannot settle. */
export async function composeCorrection(
  repositories: readonly Repository[],
  target: { text: string },
  concerns: readonly EligibleConcern[],
): Promise<CorrectionOutput> {
  if (repositories.length === 0) {
    const why = 'No repository can be read here, and a program can judge a concern only by files.';
    return {
      outcome: 'abstained',
      body: null,
      limitations: [why],
      resolutions: concerns.map(({ id }) => ({ concernId: id, outcome: 'abstained', answer: why })),
    };
  }
  const context = { repositories };
  const claims = claimsOf(target.text);
  const concerned = claims.filter((claim) => concerns.some((concern) => meets(claim, concern.targetClaim)));
  const objections = await objectionsTo(context, concerned, 'general');
  const verdicts = concerns.map((concern) => judge(context, concern, claims, objections));
  const edits = new Map(verdicts.flatMap(({ edit }) => (edit ? [[edit.start, edit] as const] : [])));
  let body = target.text;
  for (const edit of [...edits.values()].sort((a, b) => b.start - a.start))
    body = body.slice(0, edit.start) + edit.text + body.slice(edit.end);
  const notes = verdicts.flatMap(({ note }) => (note ? [note] : []));
  if (notes.length > 0) body += `\n\n**Open objections**\n\n${notes.join('\n')}`;
  if (edits.size > 0)
    body += `\n\n*${edits.size === 1 ? 'One statement was' : `${edits.size} statements were`} corrected against the files by a program; no model wrote the correction.*`;
  return {
    outcome: overall(verdicts),
    body,
    limitations: ['Only statements that reviewers objected to were looked at again, and only against the files.'],
    resolutions: verdicts.map(({ concern, outcome, answer }) => ({ concernId: concern.id, outcome, answer })),
  };
}
