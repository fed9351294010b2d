/*
 * The program of an evidence turn. It runs in a process group of its own, so that a search never blocks its host and can be ended like any
 * other provider. It reads one line, writes lines of JSON, and ends when its standard input does. It imports nothing but Node and its own
 * folder, and only syntax that Node strips by itself, so that it starts fast and runs from the sources as well as from a build.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { composeAnswer } from './engine/answer';
import { composeCorrection } from './engine/correct';
import { composeFromMessages } from './engine/messages';
import { openRepository, type Repository } from './engine/repository';
import { composeReview } from './engine/review';
import type { EvidenceRequest } from './request';

function say(line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // A full pipe is read in a moment; every other error means that nobody listens any more.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(1);
    }
  }
}

const progress = (text: string): void => say({ type: 'progress', text });

async function turn(request: EvidenceRequest): Promise<string> {
  say({ type: 'acknowledged' });
  progress(request.roots.length > 0 ? `Reading ${request.roots.map((root) => root.label).join(', ')}` : 'Reading the conversation');
  const opened = await Promise.all(
    request.roots.map(async (root) => ({ label: root.label, repository: await openRepository(root, { git: request.git }) })),
  );
  const repositories = opened.flatMap(({ repository }): Repository[] => (repository ? [repository] : []));
  const unreadable = opened.flatMap(({ label, repository }) => (repository ? [] : [label]));
  const files = repositories.reduce((sum, repository) => sum + repository.files.length, 0);
  if (request.role === 'review') {
    progress(files > 0 ? `Checking the answer against ${files} files` : 'Looking for something to check against');
    return JSON.stringify(await composeReview(repositories, request.target ?? { messageId: '', text: '' }, request.lens, unreadable));
  }
  if (request.role === 'correct') {
    progress('Checking each concern against the files');
    const correction = await composeCorrection(repositories, request.target ?? { text: '' }, request.concerns);
    if (correction.body !== null) say({ type: 'delta', text: correction.body });
    return JSON.stringify(correction);
  }
  progress(files > 0 ? `Searching ${files} files` : 'Searching the conversation');
  const parts =
    repositories.length > 0
      ? (await composeAnswer(repositories, request.question, request.lens, unreadable)).parts
      : composeFromMessages(request.question, request.conversation, request.lens, unreadable);
  for (const text of parts) say({ type: 'delta', text });
  return parts.join('');
}

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  turn(JSON.parse(line) as EvidenceRequest).then(
    (output) => {
      say({ type: 'completed', output });
      process.exit(0);
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      say({ type: 'failed', code: 'internal_failure' });
      process.exit(1);
    },
  );
});
lines.once('close', () => process.exit(0));
