import { NoAnswerError, ProblemError } from '@parley/client';

/** What went wrong in words: what happened, and the detail that the API gave. */
export interface Failure {
  code: string;
  title: string;
  detail: string;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError) {
    const { code, title, detail, errors } = error.problem;
    const first = errors[0];
    return {
      code,
      title,
      detail: first === undefined ? detail : `${detail} ${first.path === '' ? '' : `${first.path}: `}${first.message}`.trim(),
    };
  }
  if (error instanceof NoAnswerError)
    return { code: 'no_answer', title: 'No answer', detail: 'The server did not answer. Check the connection.' };
  return { code: 'defect', title: 'Something broke here', detail: error instanceof Error ? error.message : String(error) };
}

export const hasCode = (error: unknown, ...codes: string[]): boolean => error instanceof ProblemError && codes.includes(error.problem.code);
