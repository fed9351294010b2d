/** Composes what the scripted provider says: an answer in Markdown, or the JSON of a review or a correction. */
import { withoutScript } from './script.mjs';

const firstSentence = (text) => text.trim().split(/(?<=[.!?])\s+|\n/)[0] ?? text;

function answer(question) {
  const asked = withoutScript(question).split('\n')[0].slice(0, 160) || 'this';
  return `You asked: ${asked}\n\nTake the smallest step that can be undone, look at the result, and decide again. The trade-off is speed against certainty.\n\nNext step: name the one check that would change this advice. Strongest caveat: this text was written by a script, not by a model.`;
}

function review({ target }, act) {
  if (act.abstain)
    return {
      outcome: 'abstained',
      reviewedScope: target?.messageId ?? '',
      limitations: act.limitations ?? ['The script says to abstain.'],
      requiredAccessAvailable: true,
      concerns: [],
    };
  const concerns = (act.concerns ?? []).map((concern) => ({
    targetClaim: concern.claim ?? firstSentence(target?.text ?? ''),
    category: concern.category ?? 'correctness',
    severity: concern.severity ?? 'material',
    confidence: concern.confidence ?? 'high',
    evidenceStatus: concern.evidenceStatus ?? 'logical_contradiction',
    reason: concern.reason ?? 'The claim does not follow from what the answer says.',
    evidence: concern.evidence ?? 'The answer gives no ground for it.',
    citations: concern.citations ?? [],
    suggestedResolution: concern.suggestion ?? 'Say under which condition it holds.',
  }));
  return {
    outcome: concerns.length > 0 ? 'concerns' : 'no_concern_found',
    reviewedScope: target?.messageId ?? '',
    limitations: act.limitations ?? [],
    requiredAccessAvailable: true,
    concerns,
  };
}

/** Puts what a concern suggests in the place of the claim it is about. Suggestions may begin with "Replace it with:" or "Strike". */
function revise(text, concern) {
  const struck = /^Strike\b/i.test(concern.suggestedResolution) && text.includes(concern.targetClaim);
  const instead = struck ? `~~${concern.targetClaim}~~` : concern.suggestedResolution.replace(/^Replace it with:\s*/i, '');
  return text.includes(concern.targetClaim) ? text.replace(concern.targetClaim, () => instead) : `${text}\n\n${instead}`;
}

function correction({ target, concerns }, act) {
  const outcome = act.outcome ?? 'revised';
  const revises = outcome === 'revised' || outcome === 'partially_revised';
  const body = act.text ?? (revises ? concerns.reduce(revise, target?.text ?? '') : (target?.text ?? ''));
  const resolutions = concerns.map((concern) => ({
    concernId: concern.id,
    outcome,
    answer: revises ? 'The claim was replaced.' : 'The claim stays as it is.',
  }));
  return {
    outcome,
    body: outcome === 'abstained' ? null : body,
    limitations: act.limitations ?? (outcome === 'abstained' ? ['The script says to abstain.'] : []),
    resolutions,
  };
}

export function composeOutput(request, act) {
  if (act.invalidJson) return '{"outcome": "concerns", "concerns": [';
  if (request.role === 'review') return JSON.stringify(review(request, act));
  if (request.role === 'correct') return JSON.stringify(correction(request, act));
  return act.text ?? answer(request.question ?? '');
}

/** What is streamed to people who watch: the answer, or the new text of a correction. */
export function shownText(request, act, output) {
  if (request.role !== 'correct' || act.invalidJson) return output;
  return JSON.parse(output).body ?? '';
}
