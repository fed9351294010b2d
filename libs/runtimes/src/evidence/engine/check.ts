import { cite } from './cite';
import type { Claim } from './claims';
import { extensionOf } from './outline';
import type { Repository, SourceFile } from './repository';

export interface Place {
  repository: Repository;
  file: SourceFile;
  line: number;
}

/** What a check found wrong with a claim, and what would be right. The words of the truth are made once, for reviewer and corrector alike. */
export interface Objection {
  claim: Claim;
  category: string;
  severity: 'advisory' | 'material' | 'blocking';
  confidence: 'medium' | 'high';
  reason: string;
  /** Places that show the truth; none when the truth is that something is nowhere. */
  places: readonly Place[];
  evidence: string;
  /** What the answer should say instead of the claim; null when it can only be struck. */
  replacement: string | null;
}

export interface CheckContext {
  repositories: readonly Repository[];
}

export type Check = (context: CheckContext, claim: Claim) => Promise<Objection | undefined>;

export const citePlace = ({ repositories }: CheckContext, place: Place): string =>
  cite(repositories, place.repository, place.file.path, place.line);
export const bareCitation = (context: CheckContext, place: Place): string => citePlace(context, place).replaceAll('`', '');

/** A line of a file as a quotation of one line. */
export const quoteLine = (place: Place): string => (place.file.lines[place.line - 1] ?? '').trim().replace(/`/g, "'").slice(0, 160);

/** "`a.ts:3` reads: …" for up to three places. */
export const evidenceOf = (context: CheckContext, places: readonly Place[]): string =>
  places
    .slice(0, 3)
    .map((place) => `${citePlace(context, place)} reads: ${quoteLine(place)}`)
    .join('\n');

/** Every file that a written path can mean: exactly that path, with the repository's label in front, or the end of longer paths. */
export function filesNamed({ repositories }: CheckContext, path: string): Array<{ repository: Repository; file: SourceFile }> {
  const exact = repositories.flatMap((repository) => {
    const own = path.startsWith(`${repository.label}/`) ? path.slice(repository.label.length + 1) : path;
    const file = repository.file(path) ?? repository.file(own);
    return file ? [{ repository, file }] : [];
  });
  if (exact.length > 0) return exact;
  return repositories.flatMap((repository) =>
    repository.files
      .filter((entry) => entry.path.endsWith(`/${path}`))
      .slice(0, 5)
      .flatMap((entry) => {
        const file = repository.file(entry.path);
        return file ? [{ repository, file }] : [];
      }),
  );
}

/** Whether a path names a folder of a repository. */
export function isFolder({ repositories }: CheckContext, path: string): boolean {
  const folder = path.replace(/\/+$/, '');
  return repositories.some(({ label, files }) =>
    files.some(
      (file) =>
        file.path.startsWith(`${folder}/`) || `${label}/${file.path}`.startsWith(`${folder}/`) || `/${file.path}`.includes(`/${folder}/`),
    ),
  );
}

/** Files whose name is like that of a path which does not exist: the same base name first, then the same words. */
export function similarFiles({ repositories }: CheckContext, path: string): Place[] {
  const base = (path.split('/').at(-1) ?? path).toLowerCase();
  const trunk = base.replace(/\.[^.]+$/, '');
  const close = (candidate: string): number => {
    const name = (candidate.split('/').at(-1) ?? '').toLowerCase();
    if (name === base) return 3;
    if (name.replace(/\.[^.]+$/, '') === trunk) return 2;
    return trunk.length >= 5 && name.includes(trunk) && extensionOf(name) === extensionOf(base) ? 1 : 0;
  };
  return repositories
    .flatMap((repository) => repository.files.map((file) => ({ repository, path: file.path, score: close(file.path) })))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, 3)
    .flatMap(({ repository, path: found }) => {
      const file = repository.file(found);
      return file ? [{ repository, file, line: 1 }] : [];
    });
}

const wholeWord = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replace(/[$.*+?()[\]{}|\\^]/g, '\\$&')}(?![\\w$])`);

/** The first line of a file that holds the name, inside the given lines. */
export function lineWith(file: SourceFile, name: string, from = 1, to = file.lines.length): number | undefined {
  const pattern = wholeWord(name);
  for (let line = Math.max(1, from); line <= Math.min(to, file.lines.length); line++)
    if (pattern.test(file.lines[line - 1] ?? '')) return line;
  return undefined;
}

export const nearestLineWith = (file: SourceFile, name: string, to: number): number | undefined =>
  file.lines
    .flatMap((line, index) => (wholeWord(name).test(line) ? [index + 1] : []))
    .sort((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
