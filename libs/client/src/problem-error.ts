import type { Problem } from '@parley/contracts';

/** The API answered with a problem document. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = 'ProblemError';
  }
}

/** No usable answer came: the request may or may not have arrived. Repeat it with the same client id, or ask. */
export class NoAnswerError extends Error {
  constructor(options?: { cause?: unknown }) {
    super('no answer from the API', options);
    this.name = 'NoAnswerError';
  }
}
