import type { ManagedProcess } from '../src/process';

/** Errors that the API logs as its own, with the place of each. */
export function defectsIn({ log }: ManagedProcess): string[] {
  return log()
    .split('\n')
    .filter((line) => line.includes('"request failed"'))
    .map((line) => {
      const { err } = JSON.parse(line) as { err: { name: string; code?: string; stack?: string } };
      return `${err.name} ${err.code ?? ''} ${err.stack?.split('\n').slice(0, 3).join(' ') ?? ''}`;
    });
}
