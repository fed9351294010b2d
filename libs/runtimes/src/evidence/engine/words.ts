/** Words of questions, identifiers and paths, in the one form in which they are compared. */

const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can cannot could did do does doing done down during each ' +
    'explain few find for from further get give goes going had has have having he help her here hers him his how i if in into is it its itself just know let like look make makes ' +
    'many may me mean means might more most much must my need no nor not now of off on once one only or other our out over own please repo repository same say says see shall she ' +
    'should show so some something such tell than that the their them then there these they thing things this those through to too under until up us use used uses using very want was way ' +
    'we well were what when where whether which while who whom why will with work works would you your code file files project happen happens'
  ).split(' '),
);

/** `advanceWave_v2` → advance, wave, v2. */
export function splitIdentifier(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 0)
    .map((part) => part.toLowerCase());
}

/** Cuts the common English endings, so that settle, settles, settled and settling meet. Not linguistics: it only has to be the same on both sides. */
export function stem(word: string): string {
  let w = word;
  if (w.length > 4 && w.endsWith('ies')) w = `${w.slice(0, -3)}y`;
  else if (w.length > 4 && /(ss|x|ch|sh)es$/.test(w)) w = w.slice(0, -2);
  else if (w.length > 3 && w.endsWith('s') && !/(ss|us|is)$/.test(w)) w = w.slice(0, -1);
  const cut = /^(.{3,})(ing|ed|ment|er)$/.exec(w);
  if (cut?.[1] && /[aeiouy]/.test(cut[1])) w = cut[1].replace(/([bdglmnprt])\1$/, '$1');
  if (w.length > 4 && w.endsWith('e')) w = w.slice(0, -1);
  return w;
}

export interface Query {
  /** Stemmed words with the weight that the question gives them, strongest first. */
  terms: ReadonlyArray<{ stem: string; word: string; weight: number }>;
  /** Names written as in code: searched letter by letter. */
  identifiers: readonly string[];
}

const maxTerms = 10;
const maxIdentifiers = 5;
const codeWord = /`([^`\n]{2,120})`|\b([a-z$_][\w$]*[A-Z_][\w$]*|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g;

/** The names in a text that are written as in code: in backticks, or camelCase, PascalCase, snake_case. `a.b()` counts as its last part. */
export function identifiersIn(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(codeWord)) {
    const raw = (match[1] ?? match[2] ?? '').trim().replace(/\(.*\)$/, '');
    const last = raw.includes('/') || raw.startsWith('.') ? '' : (raw.split(/[.#]|::/).at(-1) ?? '');
    if (/^[A-Za-z_$][\w$]{1,80}$/.test(last)) found.push(last);
  }
  return [...new Set(found)];
}

export function parseQuery(question: string): Query {
  const text = question.replace(/\[\[[\s\S]*?\]\]/g, ' ').slice(0, 4_000);
  const identifiers = identifiersIn(text).slice(0, maxIdentifiers);
  const weights = new Map<string, { stem: string; word: string; weight: number }>();
  const add = (word: string, weight: number): void => {
    const root = stem(word);
    if (stopWords.has(word) || root.length < 2 || (root.length < 3 && !/\d/.test(root)) || /^\d+$/.test(root)) return;
    const known = weights.get(root);
    if (known) known.weight = Math.min(2, known.weight + weight / 2);
    else weights.set(root, { stem: root, word, weight });
  };
  for (const word of text.match(/[\p{L}\p{N}_$]+/gu) ?? []) {
    const parts = splitIdentifier(word);
    for (const part of parts) add(part, parts.length > 1 ? 0.7 : 1);
  }
  const terms = [...weights.values()].sort((a, b) => b.weight - a.weight || b.stem.length - a.stem.length || (a.stem < b.stem ? -1 : 1));
  return { terms: terms.slice(0, maxTerms), identifiers };
}
