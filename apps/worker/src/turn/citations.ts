import type { PutTerminal } from '@parley/contracts';
import { extractCitations, type FoundCitation } from '@parley/prompts';
import { resolveInside, type RuntimeRoot } from '@parley/runtimes';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { z } from 'zod';

type Checked = z.input<typeof PutTerminal>['citations'][number];
const largestFile = 16 * 1024 * 1024;

/** Checks what an output cites: the path lies in a root, really, and has that line. Only whether it is so leaves the host. */
export async function checkCitations(output: string, roots: readonly RuntimeRoot[]): Promise<Checked[]> {
  const lines = new Map<string, Promise<number>>();
  const countOf = (file: string): Promise<number> => {
    const known = lines.get(file);
    if (known) return known;
    const count = countLines(file).catch(() => 0);
    lines.set(file, count);
    return count;
  };
  const checked: Checked[] = [];
  for (const found of extractCitations(
    output,
    roots.map((root) => root.label),
  ))
    checked.push(await check(found, roots, countOf));
  return checked.filter(({ root, path }) => root.length <= 256 && path.length <= 1024);
}

async function check(
  { root, path, line, endLine }: FoundCitation,
  roots: readonly RuntimeRoot[],
  countOf: (file: string) => Promise<number>,
): Promise<Checked> {
  for (const candidate of root === '' ? roots : roots.filter(({ label }) => label === root)) {
    const file = resolveInside(candidate.path, path);
    if (file !== undefined && (await countOf(file)) >= (endLine ?? line))
      return { root: root === '' ? candidate.label : root, path, line, endLine, valid: true };
  }
  return { root, path, line, endLine, valid: false };
}

async function countLines(file: string): Promise<number> {
  const { size } = await stat(file);
  if (size === 0 || size > largestFile) return 0;
  let count = 0;
  let last = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
    last = chunk.at(-1) ?? last;
  }
  return last === 10 ? count : count + 1;
}
