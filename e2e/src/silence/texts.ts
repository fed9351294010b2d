import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Needle } from './finder';

/** Where people's and agents' words are stored. What is there is looked for everywhere else. */
const columns: { kind: string; from: string; text: string }[] = [
  { kind: 'message text', from: 'parley.message', text: 'body' },
  { kind: 'conversation title', from: 'parley.conversation', text: 'title' },
  { kind: 'unsent text', from: 'parley.draft', text: 'content::text' },
  { kind: 'text of a turn', from: 'runtime.turn', text: "terminal->>'output'" },
  { kind: 'text of a turn', from: 'runtime.turn_draft', text: 'text' },
  ...['target_claim', 'reason', 'evidence', 'suggested_resolution', 'answer'].map((text) => ({
    kind: 'text of a concern',
    from: 'parley.concern',
    text,
  })),
  { kind: 'name of a person', from: 'parley.person', text: 'name' },
  { kind: 'e-mail address', from: 'parley.person', text: 'email' },
  { kind: 'e-mail address', from: 'parley.invitation', text: 'email' },
  { kind: 'name of an API key', from: 'auth.apikey', text: 'name' },
  { kind: 'password', from: 'auth.account', text: 'password' },
  { kind: 'session', from: 'auth.session', text: 'token' },
  { kind: 'repository label', from: 'parley.repository', text: 'label' },
];
const perColumn = 250;
/** Long enough to be nobody else's words, short enough to be found where a text was cut. */
const [shortPiece, longPiece] = [16, 28];
/** Words that stand in the program too: a conversation may be named after a process. */
const common = new Set(['This machine', 'New conversation']);
const named = new Set(['conversation title', 'name of an API key']);
const isTelling = (kind: string, value: string): boolean =>
  !common.has(value) && (!named.has(kind) || (value.includes(' ') && value.length >= 12));

/** The first, a middle and the last stretch of a text that looks the same in JSON, HTML and Markdown. One word alone may be an id, which may be anywhere. */
export function piecesOf(text: string): string[] {
  const stretches = text
    .split(/["'\\<>&\p{Cc}]+/u)
    .map((part) => part.trim())
    .filter((part) => part.length >= shortPiece && part.includes(' '));
  const chosen = [stretches[0], stretches[stretches.length >> 1], stretches.at(-1)];
  return [...new Set(chosen.flatMap((part) => (part === undefined ? [] : [part.slice(0, longPiece)])))];
}

/** Values that are one thing as a whole: a title, a name, an address. */
const wholeKinds = new Set([
  ...['conversation title', 'name of a person', 'e-mail address', 'name of an API key', 'repository label'],
  ...['password', 'session'],
]);

export async function textsOfDatabase(url: string): Promise<Needle[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const needles: Needle[] = [];
    for (const { kind, from, text } of columns) {
      const rows = await sql.unsafe<{ text: string }[]>(
        `select distinct ${text} as text from ${from} where length(${text}) >= 8 order by 1 limit ${perColumn}`,
      );
      for (const { text: found } of rows) {
        const pieces = wholeKinds.has(kind) ? [found.slice(0, longPiece)] : piecesOf(found);
        needles.push(...pieces.filter((value) => isTelling(kind, value)).map((value) => ({ kind, value })));
      }
    }
    return needles;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

const mostFiles = 60;
const largestFile = 64 * 1024;

/** The path of a repository, and what its files say. */
export function textsOfRepository(path: string): Needle[] {
  const needles: Needle[] = [{ kind: 'repository path', value: path }];
  if (!existsSync(path)) return needles;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.git'));
  for (const name of files.slice(0, mostFiles)) {
    const file = join(path, name);
    if (!statSync(file).isFile() || statSync(file).size > largestFile) continue;
    needles.push(...piecesOf(readFileSync(file, 'utf8')).map((value) => ({ kind: 'file content', value })));
    if (name.includes('canary')) needles.push({ kind: 'file name', value: name });
  }
  return needles;
}
