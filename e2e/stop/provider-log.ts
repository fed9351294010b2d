import { readFileSync } from 'node:fs';

export interface ProviderLine {
  event: 'started' | 'completed' | 'failed' | 'refused' | 'terminated' | 'ignored_sigterm' | 'host_lost';
  jobId: string;
  attempt: number;
  role: string;
  at: number;
}

/** What the provider wrote about itself, in order: it is the witness that neither Parley nor Temporal can influence. */
export function readProviderLog(file: string): ProviderLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [event, jobId = '', attempt, role = '', time = ''] = line.split(' ');
      return { event: event as ProviderLine['event'], jobId, attempt: Number(attempt), role, at: Date.parse(time) };
    });
}
