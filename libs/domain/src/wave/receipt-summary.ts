import type { CorrectionOutcome } from '../vocabulary';
import type { ReceiptInput, ReceiptReviewer } from './receipt';
import { contribution } from './phase';

/** One or two calm sentences: what happened, without praise. */
export function receiptSummary(input: ReceiptInput, reviewers: readonly ReceiptReviewer[]): string {
  switch (input.settlement.outcome) {
    case 'canceled':
      return 'Stopped before any answer was given.';
    case 'stale':
      return 'The sources changed, so this response does not count as an answer about them.';
    case 'no_response':
      return 'No answer was given.';
    case 'failed':
      return 'This response could not be prepared.';
    case 'partial':
    case 'complete':
      return input.settlement.reason === 'stopped'
        ? `Stopped. What had arrived is kept.${teamTail(input, reviewers)}`
        : happened(input, reviewers);
  }
}

const teamTail = (input: ReceiptInput, reviewers: readonly ReceiptReviewer[]): string =>
  input.policy === 'team' ? ` ${reviewSentence(reviewers)}` : '';

function happened(input: ReceiptInput, reviewers: readonly ReceiptReviewer[]): string {
  switch (input.policy) {
    case 'direct':
      return input.settlement.outcome === 'complete' ? 'Answered.' : 'Answered, but not everything about this answer could be confirmed.';
    case 'panel': {
      const answers = input.jobs.filter((job) => contribution(job) !== null).length;
      return answers === input.assignments.length
        ? `All ${answers} agents answered.`
        : `${answers} of ${input.assignments.length} agents answered.`;
    }
    case 'team':
      return [reviewSentence(reviewers), concernSentence(input)].filter((text) => text !== '').join(' ');
  }
}

function reviewSentence(reviewers: readonly ReceiptReviewer[]): string {
  const finished = reviewers.filter((row) => row.status === 'no_concern' || row.status === 'concerns');
  if (finished.length < reviewers.length)
    return finished.length === 0 ? 'No reviewer finished.' : `${finished.length} of ${reviewers.length} reviewers finished.`;
  if (finished.every((row) => row.status === 'no_concern'))
    return 'Both reviewers finished with full access and found no material concern.';
  return 'Both reviewers finished.';
}

const outcomeWords: { readonly [outcome in CorrectionOutcome]: string } = {
  revised: 'revised',
  defended: 'defended',
  partially_revised: 'partly revised',
  acknowledged_unresolved: 'left open',
  abstained: 'not answered',
};

function concernSentence(input: ReceiptInput): string {
  const { concerns } = input;
  if (concerns.length === 0) return '';
  const eligible = concerns.filter((concern) => concern.eligible);
  const count = concerns.length === 1 ? 'One concern' : `${concerns.length} concerns`;
  if (eligible.length === 0) return `${count}, none that called for a correction.`;
  const words = (Object.keys(outcomeWords) as CorrectionOutcome[]).flatMap((outcome) => {
    const n = eligible.filter((concern) => concern.outcome === outcome).length;
    return n === 0 ? [] : [`${n === 1 ? 'one' : n} ${outcomeWords[outcome]}`];
  });
  const open = eligible.filter((concern) => concern.outcome === null).length;
  const quiet = concerns.length - eligible.length;
  if (open > 0) words.push(`${open === 1 ? 'one' : open} without an answer`);
  if (quiet > 0) words.push(`${quiet === 1 ? 'one' : quiet} that called for no correction`);
  return `${count}: ${words.join(', ')}.`;
}
