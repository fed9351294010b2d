import type { Symbol } from './outline';
import { isTestPath, type Hit, type Repository, type SourceFile } from './repository';

export interface Declaration {
  repository: Repository;
  file: SourceFile;
  symbol: Symbol;
}

const rank: Readonly<Record<Symbol['kind'], number>> = {
  function: 0,
  class: 0,
  type: 1,
  table: 1,
  constant: 2,
  setting: 3,
  heading: 9,
  test: 9,
};

/** Everything in the repositories that declares this name; code before settings, sources before tests. */
export async function declarations(repositories: readonly Repository[], name: string): Promise<Declaration[]> {
  const found: Declaration[] = [];
  for (const repository of repositories) {
    const hits = await repository.find(name);
    const paths = [...new Set(hits.map((hit) => hit.path))].slice(0, 200);
    for (const path of paths) {
      const file = repository.file(path);
      const symbols =
        file?.symbols.filter((symbol) => (symbol.name === name || symbol.name.endsWith(`.${name}`)) && rank[symbol.kind] < 9) ?? [];
      for (const symbol of symbols) found.push({ repository, file: file as SourceFile, symbol });
    }
  }
  const order = ({ file, symbol }: Declaration): number => rank[symbol.kind] + (isTestPath(file.path) ? 20 : 0) + symbol.depth / 10;
  return found.sort(
    (a, b) => order(a) - order(b) || (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.symbol.line - b.symbol.line),
  );
}

/** Mentions of a name outside of the lines that declare or import it. */
export async function uses(repository: Repository, name: string): Promise<Hit[]> {
  const declared = await declarations([repository], name);
  const declares = (hit: Hit): boolean => declared.some(({ file, symbol }) => file.path === hit.path && symbol.line === hit.line);
  const passesOn = /^\s*(import\b|export\s*(\{|\*)|from\b|use\b|#include|package\b|require\()|^\s*(\/\/|\*|\/\*|#)/;
  return (await repository.find(name)).filter((hit) => !declares(hit) && !passesOn.test(hit.text) && !/\.(md|mdx|txt)$/i.test(hit.path));
}
