import { cite } from './cite';
import { excerptOf } from './excerpt';
import { declarations, type Declaration } from './declarations';
import { type Finding, findPlaces, type Lens } from './rank';
import { isTestPath, type Repository } from './repository';
import { parseQuery, type Query } from './words';

const findings = 5;

const kindNames = {
  function: 'Function',
  class: 'Class',
  type: 'Type',
  constant: 'Constant',
  setting: 'Value',
  test: 'Test',
  heading: 'Section',
  table: 'Database object',
} as const;

const lensSentence: Readonly<Record<Lens, string>> = {
  lead: 'Declarations come first.',
  general: 'Declarations come first.',
  skeptic: 'Tests, failure paths and open ends come first.',
  verifier: 'Call sites, values and configuration come first.',
};

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

function titleOf({ passage, file }: Finding): string {
  const { symbol, within } = passage;
  if (!symbol) return `Text in ${file.path.split('/').at(-1) ?? file.path}`;
  const name = symbol.kind === 'heading' || symbol.kind === 'test' ? `“${symbol.name.replace(/[*_`[\]]/g, '')}”` : `\`${symbol.name}\``;
  const around =
    within && symbol.kind !== 'heading'
      ? ` in ${within.kind === 'test' ? `“${within.name.replace(/[*_`[\]]/g, '')}”` : `\`${within.name}\``}`
      : '';
  return `${kindNames[symbol.kind]} ${name}${around}`;
}

function findingText(finding: Finding, number: number, repositories: readonly Repository[], query: Query): string {
  const stems = [...query.terms.map((term) => term.stem), ...query.identifiers.map((name) => name.toLowerCase())];
  const { line, block } = excerptOf(finding.file, finding.passage, stems);
  const comment = finding.comment ? `Its comment: “${finding.comment.replace(/`/g, "'")}”\n\n` : '';
  return `**${number}. ${titleOf(finding)}** · ${cite(repositories, finding.repository, finding.file.path, line)}\n\n${comment}${block}`;
}

/** What is known for certain about a name in the question: where it is declared, and who mentions it. */
async function factText({ repository, file, symbol }: Declaration, repositories: readonly Repository[]): Promise<string> {
  const others = [...new Set((await repository.find(symbol.name)).map((hit) => hit.path))].filter((path) => path !== file.path);
  const tests = others.filter(isTestPath).length;
  const used =
    others.length === 0
      ? 'no other file mentions it'
      : `${plural(others.length, 'other file')} mention${others.length === 1 ? 's' : ''} it, ${tests === 0 ? 'none of them a test' : `${tests} of them ${tests === 1 ? 'a test' : 'tests'}`}`;
  return `- \`${symbol.name}\` is declared in ${cite(repositories, repository, file.path, symbol.line)}; ${used}.`;
}

export interface Composed {
  /** The answer in parts, in order; joined they are the answer. */
  parts: string[];
}

/** Answers a question with the places that match it best. Says what it is, and claims nothing that it did not read. */
export async function composeAnswer(
  repositories: readonly Repository[],
  question: string,
  lens: Lens,
  unreadable: readonly string[],
): Promise<Composed> {
  const query = parseQuery(question);
  const names = list(repositories.map((repository) => `**${repository.label}**`));
  const files = repositories.reduce((sum, repository) => sum + repository.files.length, 0);
  const places = await findPlaces(repositories, query, lens, findings);
  const missing =
    unreadable.length > 0
      ? `\n\n${list(unreadable.map((label) => `**${label}**`))} could not be read by Git on this host and was not searched.`
      : '';
  const words = query.terms.map((term) => `*${term.word}*`);
  if (places.length === 0) {
    const searched =
      words.length > 0
        ? `Nothing among ${plural(files, 'file')} of ${names} matches ${list(words)}.`
        : `The question has no word that can be searched in ${names}.`;
    return {
      parts: [
        `${searched} No model wrote this; it is the result of a search.${missing}\n\n`,
        'Next step: ask with a name as it is written in the code, or with the words of its comments.',
      ],
    };
  }
  const known = (await Promise.all(query.identifiers.map((name) => declarations(repositories, name)))).flatMap((found) =>
    found.slice(0, 2),
  );
  const facts = await Promise.all(known.slice(0, 4).map((declaration) => factText(declaration, repositories)));
  const intro = `These are the places in ${names} that match best; no model wrote this. ${lensSentence[lens]}${missing}\n\n`;
  const body = places.map((finding, index) => `${findingText(finding, index + 1, repositories, query)}\n\n`);
  const held = new Set(places.flatMap((finding) => finding.matched));
  const absent = query.terms.filter((term) => !held.has(term.word)).map((term) => `*${term.word}*`);
  const caveat = `Caveat: this is a search over names, headings and text of ${plural(files, 'file')}, not an understanding of them${absent.length > 0 ? `; none of these places holds ${list(absent)}` : ''}.`;
  const first = places[0] as Finding;
  const next = `Next step: read ${cite(repositories, first.repository, first.file.path, first.passage.symbol?.line ?? first.passage.start)} first${places.length > 1 ? ', then ask about one name from the list to see who uses it' : ''}.`;
  return { parts: [intro, ...(facts.length > 0 ? [`${facts.join('\n')}\n\n`] : []), ...body, `${caveat}\n\n${next}`] };
}
