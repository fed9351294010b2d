/** Reads the `[[script:{…}]]` marker of a question, and decides how one turn behaves. */

const models = {
  'scripted-fast': { delayMs: 20, chunks: 4, chunkDelayMs: 5 },
  'scripted-1': { delayMs: 150, chunks: 12, chunkDelayMs: 40 },
  'scripted-slow': { delayMs: 2_000, chunks: 40, chunkDelayMs: 150 },
};
const times = ['delayMs', 'chunks', 'chunkDelayMs'];
const jobs = ['answer', 'review', 'correct'];
const opening = '[[script:';

/** The script as an object; an empty one when there is no marker or its JSON does not parse. */
export function readScript(question) {
  const start = question.indexOf(opening);
  if (start < 0) return {};
  for (let end = question.indexOf(']]', start); end >= 0; end = question.indexOf(']]', end + 1)) {
    try {
      return JSON.parse(question.slice(start + opening.length, end));
    } catch {
      // `]]` may also end two arrays inside the JSON: try the next one.
    }
  }
  return {};
}

/** The question as a person meant it. */
export function withoutScript(question) {
  const start = question.indexOf(opening);
  return start < 0 ? question.trim() : question.slice(0, start).trim();
}

const pick = (from, keys) => Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));
const omit = (from, keys) => Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));

export function resolveBehaviour({ question, role, profileRole, modelId }) {
  const script = readScript(question ?? '');
  const forRole = { ...script['*'], ...script[profileRole] };
  const shared = role === 'correct' ? pick(forRole, times) : omit(forRole, jobs);
  const usage = { inputTokens: 1_200, outputTokens: 240, cachedTokens: 0, reasoningTokens: null, modelCalls: 1, costUsd: 0.0042 };
  return { ...(models[modelId] ?? models['scripted-1']), usage, ...shared, ...forRole[role] };
}
