import type { CallOutput } from '@parley/client';

export type Wave = CallOutput<'getWave'>;
export type Message = CallOutput<'getMessage'>;
type Job = Wave['jobs'][number];

const indent = (text: string): string => text.replace(/^/gm, '    ');
const words = (text: string): string => text.replaceAll('_', ' ');

/** The result of a turn as a person reads it; empty while there is none. */
export function describeResult(wave: Wave, job: Job, messages: ReadonlyMap<string, Message>): string {
  const who = `${job.participant.name} (${job.runtimeName}, ${job.modelId})`;
  if (job.error) return `✗ ${who}: ${job.error.title}. ${job.error.detail}`;
  const result = job.result;
  if (!result) return '';
  switch (result.kind) {
    case 'answer':
      return `── ${who} answers ──\n${messages.get(result.messageId)?.body ?? ''}`;
    case 'review': {
      const concerns = wave.concerns.filter((concern) => concern.jobId === job.id);
      const lines = concerns.map(
        (concern) =>
          `  ! ${concern.severity}, ${words(concern.evidenceStatus)}: ${concern.reason}\n${indent(`about: ${concern.targetClaim}\nevidence: ${concern.evidence}`)}`,
      );
      return [
        `── ${who} reviews: ${words(result.outcome)} ──`,
        ...lines,
        ...result.limitations.map((limitation) => `  limitation: ${limitation}`),
      ].join('\n');
    }
    case 'correction':
      return `── ${who} corrects: ${words(result.outcome)} ──\n${(result.messageId && messages.get(result.messageId)?.body) ?? ''}`.trimEnd();
  }
}

/** What happened, and as plainly what did not. */
export function describeReceipt(wave: Wave): string {
  const { receipt } = wave;
  const lines = [`── Receipt: ${words(wave.outcome ?? wave.state)} ──`];
  if (!receipt) return lines.join('\n');
  lines.push(`  ${receipt.summary}`);
  for (const reviewer of receipt.reviewers)
    lines.push(
      `  ${reviewer.name}: ${words(reviewer.status)}${reviewer.concerns > 0 ? ` (${reviewer.concerns})` : ''}${reviewer.detail ? `, ${reviewer.detail}` : ''}`,
    );
  for (const { concernId, outcome } of receipt.concerns) {
    const concern = wave.concerns.find((one) => one.id === concernId);
    if (concern) lines.push(`  concern "${concern.targetClaim.slice(0, 80)}": ${words(outcome ?? 'no outcome')}`);
  }
  for (const open of receipt.notDone) lines.push(`  not done: ${open}`);
  const { inputTokens, outputTokens, costUsd } = receipt.usage;
  if (inputTokens !== null || outputTokens !== null)
    lines.push(
      `  tokens: ${inputTokens ?? 'unknown'} in, ${outputTokens ?? 'unknown'} out${costUsd === null ? '' : `, ${costUsd.toFixed(4)} USD`}`,
    );
  return lines.join('\n');
}

/** One line on where a wave is now. */
export function describeProgress(wave: Wave): string {
  const waiting = wave.waitingFor ? ` (${wave.waitingFor.title}: ${wave.waitingFor.detail})` : '';
  const jobs = wave.jobs.filter((job) => !job.result && !job.error).map((job) => `${job.participant.name}: ${job.headline.text}`);
  return [`${wave.headline.text}${waiting}`, ...jobs].join(' · ');
}
