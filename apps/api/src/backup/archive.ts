import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

/**
 * A backup is compressed text, a line for each thing, so that it can be written and read without holding it in memory, and looked at with `zcat`:
 * a head, per table its name and its rows as JSON, the files that belong to it, and an end that proves that nothing is missing or changed.
 */
export const Head = z.object({
  parley: z.literal('backup'),
  version: z.literal(1),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export type Head = z.infer<typeof Head>;
const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
const FileLine = z.object({ file: z.string().regex(/^[a-z][a-z.-]*$/), base64: z.string() });
const EndLine = z.object({ lines: z.number(), sha256: z.string() });

export type Entry =
  | ({ kind: 'head' } & Head)
  | { kind: 'file'; name: string; content: Buffer }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; json: string };

/** What is wrong with a backup, in words for whoever holds it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const marks = { head: 'H', file: 'F', table: 'T', row: 'R', end: 'E' } as const;

export interface ArchiveWriter {
  write(entry: Entry): Promise<void>;
  /** Writes the end; resolves when everything has gone to the output. */
  finish(): Promise<void>;
}

/** @param end false for an output that cannot be closed */
export function writeArchive(output: Writable, end = true): ArchiveWriter {
  const gzip = createGzip({ level: 5 });
  const done = pipeline(gzip, output, { end });
  done.catch(() => undefined);
  const seal = sealing();
  const put = async (line: string): Promise<void> => {
    seal.add(line);
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), done]);
  };
  return {
    write: (entry) => put(lineOf(entry)),
    async finish() {
      gzip.end(`${marks.end} ${JSON.stringify(seal.end())}\n`);
      await done;
    },
  };
}

function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case 'head': {
      const { kind: _, ...head } = entry;
      return `${marks.head} ${JSON.stringify(head)}`;
    }
    case 'file':
      return `${marks.file} ${JSON.stringify({ file: entry.name, base64: entry.content.toString('base64') })}`;
    case 'table':
      return `${marks.table} ${JSON.stringify({ table: entry.table, columns: entry.columns })}`;
    case 'row':
      return `${marks.row} ${entry.json}`;
  }
}

/** @throws BackupError when it is no backup, or not a whole one; what was given out before that must be thrown away. */
export async function* readArchive(input: Readable): AsyncGenerator<Entry> {
  const gunzip = createGunzip();
  const seal = sealing();
  let ended = false;
  let first = true;
  const feeding = pipeline(input, gunzip);
  feeding.catch(() => undefined);
  try {
    for await (const line of createInterface({ input: gunzip, crlfDelay: Infinity })) {
      if (ended) throw new BackupError('Something follows the end of the backup.');
      if (first && !line.startsWith(marks.head)) throw new BackupError('This is not a backup of Parley.');
      first = false;
      if (line.startsWith(`${marks.end} `)) {
        const { sha256, lines } = EndLine.parse(JSON.parse(line.slice(2)));
        const found = seal.end();
        if (found.sha256 !== sha256 || found.lines !== lines) throw new BackupError('The backup is damaged: its checksum differs.');
        ended = true;
        continue;
      }
      seal.add(line);
      yield entryOf(line);
    }
    await feeding;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (first) throw new BackupError('This is not a backup of Parley.', { cause: error });
    throw isDamage(error) ? new BackupError('The backup is damaged.', { cause: error }) : error;
  }
  if (!ended) throw new BackupError(first ? 'This is not a backup of Parley.' : 'The backup ends too early: it was cut off.');
}

function entryOf(line: string): Entry {
  const body = line.slice(2);
  switch (line[0]) {
    case marks.row:
      return { kind: 'row', json: body };
    case marks.table:
      return { kind: 'table', ...TableLine.parse(JSON.parse(body)) };
    case marks.file: {
      const { file, base64 } = FileLine.parse(JSON.parse(body));
      return { kind: 'file', name: file, content: Buffer.from(base64, 'base64') };
    }
    case marks.head:
      return { kind: 'head', ...Head.parse(JSON.parse(body)) };
    default:
      throw new BackupError('The backup has a line that this version does not know.');
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof SyntaxError || (error as { code?: string }).code?.startsWith('Z_') === true;

function sealing(): { add(line: string): void; end(): { lines: number; sha256: string } } {
  const hash: Hash = createHash('sha256');
  let lines = 0;
  return {
    add(line) {
      lines += 1;
      hash.update(line).update('\n');
    },
    end: () => ({ lines, sha256: hash.digest('hex') }),
  };
}
