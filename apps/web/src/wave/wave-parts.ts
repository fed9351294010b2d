import type { Concern, Job, Message, Wave } from '../api/types';

export interface Answer {
  job: Job;
  message: Message | null;
}
/** A wave taken apart for the screen: who answers, who reviews, what corrects. */
export interface WaveParts {
  answers: Answer[];
  reviews: { job: Job; concerns: Concern[] }[];
  correction: Answer | null;
}

/** Takes a wave apart. A turn that was run again replaces the earlier one of the same agent and role. */
export function wavePartsOf(wave: Wave, messages: readonly Message[]): WaveParts {
  const messageOf = (job: Job): Message | null => {
    const id = job.result !== null && 'messageId' in job.result ? job.result.messageId : null;
    return messages.find((message) => message.id === id) ?? messages.find((message) => message.jobId === job.id) ?? null;
  };
  const latest = new Map<string, Job>();
  for (const job of wave.jobs) latest.set(`${job.role}:${job.participant.id}`, job);
  const jobs = [...latest.values()];
  const correction = jobs.find((job) => job.role === 'correct');
  return {
    answers: jobs.filter((job) => job.role === 'answer').map((job) => ({ job, message: messageOf(job) })),
    reviews: jobs
      .filter((job) => job.role === 'review')
      .map((job) => ({ job, concerns: wave.concerns.filter((concern) => concern.jobId === job.id) })),
    correction: correction === undefined ? null : { job: correction, message: messageOf(correction) },
  };
}

export const isOver = (job: Job): boolean => ['completed', 'failed', 'canceled', 'context_stale'].includes(job.state);
export const isWorking = (job: Job): boolean => ['resolving_context', 'starting', 'running', 'cancel_requested'].includes(job.state);

/** Runtime, model and effort in one line; a model that is named like its runtime is said once. */
export function choiceWords(choice: { runtimeName: string; modelId: string; effort: string | null }): string {
  const model = [choice.modelId, choice.effort].filter((part) => part !== null && part !== '').join(' ');
  return choice.modelId.toLowerCase() === choice.runtimeName.toLowerCase()
    ? [choice.runtimeName, choice.effort].filter(Boolean).join(' ')
    : `${choice.runtimeName}, ${model}`;
}
