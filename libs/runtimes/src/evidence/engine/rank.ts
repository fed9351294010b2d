import { commentOf, type Passage, passagesOf } from './passages';
import { isTestPath, type Repository, type SourceFile } from './repository';
import { type Query, splitIdentifier, stem } from './words';

/** Which side of the matter the reader looks at: it changes what is put in front, never what is true. */
export type Lens = 'lead' | 'skeptic' | 'verifier' | 'general';

export interface Finding {
  repository: Repository;
  file: SourceFile;
  passage: Passage;
  score: number;
  /** The words of the question that this passage holds. */
  matched: readonly string[];
  comment: string | undefined;
}

interface Weighted {
  stem: string;
  word: string;
  idf: number;
}

interface Term extends Weighted {
  counts: ReadonlyMap<string, number>;
}

const candidateFiles = 48;
const doubt = /\b(throw|catch|reject|error|fail|todo|fixme|xxx|hack|deprecated|edge|unless|must not|never|timeout|retry|race)\b/i;
const configExtension = /\.(json|ya?ml|toml|ini|env|properties)$|(^|\/)(\.env|Dockerfile|Makefile)|\.config\.[cm]?[jt]s$/i;
const documentExtension = /\.(md|mdx|markdown|txt|rst|adoc)$/i;

/** Like `Promise.all` over a map, but at most `width` at once: a search must not start ten processes on two cores. */
async function mapSome<A, B>(items: readonly A[], width: number, run: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = new Array<B>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as A);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** BM25's weight of a word that is in `holding` of `all` files. */
const inverseFrequency = (holding: number, all: number): number => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

async function weighTerms(repository: Repository, query: Query): Promise<Term[]> {
  const words = [...query.terms, ...query.identifiers.map((name) => ({ stem: name.toLowerCase(), word: name, weight: 1.5 }))];
  const counts = await mapSome(words, 3, (term) => repository.count(term.stem));
  return words.map((term, index) => {
    const holding = counts[index] as ReadonlyMap<string, number>;
    return {
      stem: term.stem,
      word: term.word,
      counts: holding,
      idf: term.weight * inverseFrequency(holding.size, Math.max(1, repository.files.length)),
    };
  });
}

function fileScores(repository: Repository, terms: readonly Term[]): Array<{ path: string; score: number }> {
  const scored = repository.files.map(({ path, bytes }) => {
    const name = new Set(splitIdentifier(path.split('/').at(-1) ?? '').map(stem));
    const folders = new Set(splitIdentifier(path.split('/').slice(0, -1).join(' ')).map(stem));
    const length = 1 + bytes / 20_000;
    let score = 0;
    for (const term of terms) {
      const count = term.counts.get(path) ?? 0;
      score += term.idf * ((count * 2) / (count + length) + (name.has(term.stem) ? 1.2 : 0) + (folders.has(term.stem) ? 0.4 : 0));
    }
    return { path, score };
  });
  return scored.filter((file) => file.score > 0).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** Files that declare something with the searched name are looked at even when the word is all over the repository. */
async function declaringFiles(repository: Repository, query: Query): Promise<string[]> {
  const stems = [...query.identifiers, ...query.terms.slice(0, 6).map((term) => term.stem)].filter((word) => /^[\w$]+$/.test(word));
  if (stems.length === 0) return [];
  const names = `[A-Za-z0-9_$]*(${stems.join('|').replace(/\$/g, '\\$')})[A-Za-z0-9_$]*`;
  const hits = await repository.match([`(function|class|interface|type|enum|const|def|func|fn|struct|trait|table|message) +${names}`], 5);
  const score = (text: string): number => stems.filter((word) => text.toLowerCase().includes(word.toLowerCase())).length;
  return [...hits]
    .sort((a, b) => score(b.text) - score(a.text))
    .slice(0, 24)
    .map((hit) => hit.path);
}

const occurrences = (text: string, part: string): number => {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count < 12; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
};

function lensFactor(lens: Lens, passage: Passage, text: string, mentionsOnly: boolean): number {
  const test = isTestPath(passage.path) || passage.symbol?.kind === 'test';
  switch (lens) {
    case 'skeptic':
      return (test ? 1.5 : 0.85) * (doubt.test(text) ? 1.25 : 0.9);
    case 'verifier':
      return (
        (mentionsOnly ? 1.25 : 0.9) *
        (configExtension.test(passage.path) || passage.symbol?.kind === 'setting' ? 1.25 : 1) *
        (test ? 0.9 : 1)
      );
    case 'lead':
    case 'general':
      return (
        (test ? 0.4 : 1) *
        (passage.symbol && passage.symbol.kind !== 'heading' ? 1.15 : 1) *
        (documentExtension.test(passage.path) ? 0.9 : 1)
      );
  }
}

function scorePassage(
  file: SourceFile,
  passage: Passage,
  terms: readonly Weighted[],
  query: Query,
  lens: Lens,
): { score: number; matched: string[] } {
  const original = file.lines.slice(passage.start - 1, passage.end).join('\n');
  const text = original.toLowerCase();
  const symbolWords = new Set([...splitIdentifier(passage.symbol?.name ?? ''), ...splitIdentifier(passage.within?.name ?? '')].map(stem));
  const ownWords = splitIdentifier(passage.symbol?.name ?? '').map(stem);
  const pathWords = new Set(splitIdentifier(file.path).map(stem));
  const length = 0.4 + 0.6 * ((passage.end - passage.start + 1) / 25);
  const matched: string[] = [];
  let score = 0;
  let heldWeight = 0;
  let allWeight = 0;
  for (const term of terms) {
    allWeight += term.idf;
    const count = occurrences(text, term.stem);
    const named = symbolWords.has(term.stem);
    const inPath = pathWords.has(term.stem);
    score += term.idf * ((count * 2.2) / (count + 1.2 * length) + (named ? 1.6 : 0) + (inPath ? 0.5 : 0));
    if (count === 0 && !named) {
      if (inPath) heldWeight += term.idf / 2;
      continue;
    }
    heldWeight += term.idf;
    matched.push(term.word);
  }
  const declares = query.identifiers.includes(passage.symbol?.name ?? '');
  const mentions = query.identifiers.filter((name) => original.includes(name)).length;
  if (declares) score += lens === 'verifier' ? 3 : 9;
  score += mentions * 1.5;
  const coverage = allWeight > 0 ? heldWeight / allWeight : 0;
  // A name that says nothing but the searched words is a better answer than a long name that holds them too.
  const precision = ownWords.length > 0 ? ownWords.filter((word) => terms.some((term) => term.stem === word)).length / ownWords.length : 0;
  return {
    score: score * (0.35 + coverage * coverage) * (1 + 0.3 * precision) * lensFactor(lens, passage, original, mentions > 0 && !declares),
    matched: [...new Set(matched)],
  };
}

const overlaps = (a: Passage, b: Passage): boolean => a.path === b.path && a.start <= b.end && b.start <= a.end;

/** Takes the best, then lets each further passage of a file or folder that is already there count for less: six places say more than one six times. */
function diversify(findings: readonly Finding[], limit: number): Finding[] {
  const chosen: Finding[] = [];
  const rest = [...findings].slice(0, 400);
  while (chosen.length < limit && rest.length > 0) {
    const worth = (finding: Finding): number => {
      const sameFile = chosen.filter((one) => one.file === finding.file).length;
      const folder = finding.file.path.slice(0, finding.file.path.lastIndexOf('/'));
      const sameFolder = chosen.filter((one) => one.file.path.slice(0, one.file.path.lastIndexOf('/')) === folder).length;
      if (sameFile >= 2 || chosen.some((one) => one.repository === finding.repository && overlaps(one.passage, finding.passage))) return 0;
      return finding.score * 0.55 ** sameFile * 0.92 ** sameFolder;
    };
    let best = 0;
    for (let i = 1; i < rest.length; i++) if (worth(rest[i] as Finding) > worth(rest[best] as Finding)) best = i;
    const [finding] = rest.splice(best, 1);
    if (!finding || worth(finding) <= 0) break;
    chosen.push(finding);
  }
  return chosen;
}

/** The places that match a question best, in order, at most `limit` of them; nothing that is far weaker than the best. */
export async function findPlaces(repositories: readonly Repository[], query: Query, lens: Lens, limit: number): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const repository of repositories) {
    const terms = await weighTerms(repository, query);
    const paths = new Set([
      ...fileScores(repository, terms)
        .slice(0, candidateFiles)
        .map((file) => file.path),
      ...(await declaringFiles(repository, query)),
    ]);
    for (const path of paths) {
      const file = repository.file(path);
      if (!file) continue;
      for (const passage of passagesOf(file)) {
        const { score, matched } = scorePassage(file, passage, terms, query, lens);
        if (matched.length > 0) all.push({ repository, file, passage, score, matched, comment: undefined });
      }
    }
  }
  all.sort(
    (a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.passage.start - b.passage.start),
  );
  const floor = (all[0]?.score ?? 0) * 0.3;
  return diversify(all, limit)
    .filter((finding) => finding.score >= floor)
    .map((finding) => ({ ...finding, comment: commentOf(finding.file, finding.passage) }));
}
