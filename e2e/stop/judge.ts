import type { Wave } from '../src/wave';
import type { Lab, Subject } from './lab';

/** What must never be. Each is one column of the summary. */
export type Fault = 'survivor' | 'late phase' | 'dishonest' | 'replay' | 'slow' | 'stuck';
export interface Finding {
  fault: Fault;
  says: string;
}
export interface Verdict {
  findings: Finding[];
  /** Stop accepted → the group was told to end, as far as the provider says so. */
  toldMs: number | null;
  /** Stop accepted → no process of any of its turns lives. */
  goneMs: number | null;
  /** Stop accepted → settled. */
  settledMs: number;
  /** Turns of the same phase that began after the Stop was accepted and before it reached the host; they are interrupted like all others. */
  lateStarts: number;
}

export interface Expectation {
  /** Grace of a process group that ignores SIGTERM, with its tenth. */
  graceMs: number;
  /** How long a Stop may be on its way to a host: a turn that a host has in hand may begin meanwhile, none later. */
  reachMs: number;
  goneMs: number;
  settleMs: number;
  /** A person chose to end what could not be confirmed, or an operator tore the workflow away: then an end without proof is said to be one. */
  mayBeUnproven: boolean;
}

/** Judges one wave that has ended by what the provider, the kernel and the API say about it; what the workflow thinks does not count. */
export function judge(lab: Lab, subject: Subject, wave: Wave, expected: Expectation): Verdict {
  const findings: Finding[] = [];
  const found = (fault: Fault, says: string): void => void findings.push({ fault, says });
  const ids = wave.jobs.map(({ id }) => id);
  const lines = lab.provider().filter(({ jobId }) => ids.includes(jobId));
  const groups = lab.groups.of(ids);
  const settledAt = Date.parse(wave.settledAt ?? '');
  const linesOf = (jobId: string, event: string) => lines.filter((line) => line.jobId === jobId && line.event === event);

  lab.groups.look();
  const graceMs = expected.graceMs + lab.groups.lateness(subject.stopSent);
  for (const group of groups) {
    if (Date.now() - group.lastSeen < 60) found('survivor', `${group.members} of group ${group.pgid} live`);
    const told = lines.find((line) => line.jobId === group.jobId && (line.event === 'ignored_sigterm' || line.event === 'terminated'));
    if (told && group.lastSeen - told.at > graceMs)
      found('survivor', `group ${group.pgid} lived ${group.lastSeen - told.at} ms after SIGTERM`);
    if (group.lastSeen > settledAt && !(expected.mayBeUnproven && subject.gaveUp))
      found('dishonest', `settled ${group.lastSeen - settledAt} ms before the last look that found its group`);
  }

  // The timeline is in the order in which things were committed; its times are those at which each transaction began to wait for its turn.
  const stopRow = wave.timeline.findIndex(({ kind }) => kind === 'stop_requested');
  for (const phase of wave.timeline.slice(stopRow < 0 ? wave.timeline.length : stopRow).filter(({ kind }) => kind === 'phase'))
    found('late phase', `${phase.text} after the stop`);
  for (const line of lines.filter(
    ({ event, at }) => event === 'started' && subject.stops > 0 && at > subject.stopAccepted + expected.reachMs,
  ))
    found('late phase', `a turn (${line.role}) began ${line.at - subject.stopAccepted} ms after the stop`);

  for (const job of wave.jobs) {
    const starts = linesOf(job.id, 'started');
    if (starts.length > 1) found('replay', `${job.role} of ${job.participant.role} began ${starts.length} times`);
    const completed = linesOf(job.id, 'completed')[0];
    const wasSent = job.delivery !== 'not_sent' && job.delivery !== 'not_delivered';
    if (starts.length > 0 && !wasSent) found('dishonest', `${job.role} was asked, and is said not to have been`);
    // A child that is ended in its first moments was handed the request and never read it: that counts as sent, and can only be a stopped turn.
    if (starts.length === 0 && wasSent && job.state !== 'recovery_required' && job.state !== 'canceled')
      found('dishonest', `${job.role} was never asked, and is ${job.state} (${job.delivery})`);
    if (job.state === 'completed' && !completed) found('dishonest', `${job.role} is complete without a word of the provider`);
    if (completed && completed.at < subject.stopSent - 1_000 && job.state !== 'completed')
      found('dishonest', `${job.role} had answered ${subject.stopSent - completed.at} ms before the stop and is ${job.state}`);
    if (job.state === 'failed') found('dishonest', `${job.role} was stopped and is said to have failed: ${job.error?.code ?? ''}`);
    if (job.error?.code === 'given_up' && !expected.mayBeUnproven) found('dishonest', `${job.role} was given up`);
  }
  const answered = wave.jobs.some(({ role, state }) => role === 'answer' && state === 'completed');
  if (answered !== (wave.outcome === 'complete' || wave.outcome === 'partial'))
    found('dishonest', `${answered ? 'answered' : 'unanswered'} and ${wave.outcome ?? 'without outcome'}`);
  if (wave.outcome === 'complete' && wave.jobs.some(({ state }) => state !== 'completed')) found('dishonest', 'complete with an open turn');

  const shown = subject.samples.filter(({ at }) => subject.stops > 0 && at > subject.stopAccepted);
  const wrong = shown.find(({ state }) => state !== 'stopping' && state !== 'recovery_required' && state !== 'settled');
  if (wrong) found('dishonest', `shown as ${wrong.state} ${wrong.at - subject.stopAccepted} ms after the stop was accepted`);

  const base = Math.max(subject.stopSent, subject.healedAt);
  for (const group of groups.filter(({ firstSeen, lastSeen }) => firstSeen < base + expected.reachMs && lastSeen > base + expected.goneMs))
    found('survivor', `group ${group.pgid} lived ${group.lastSeen - base} ms after all was well`);
  if (settledAt > base + expected.settleMs) found('slow', `settled ${settledAt - base} ms after all was well`);

  const told = lines.find(({ event, at }) => (event === 'ignored_sigterm' || event === 'terminated') && at >= subject.stopSent);
  const last = Math.max(0, ...groups.filter(({ lastSeen }) => lastSeen > subject.stopSent).map(({ lastSeen }) => lastSeen));
  return {
    findings,
    toldMs: told ? told.at - subject.stopSent : null,
    goneMs: last > 0 ? last - subject.stopSent : null,
    settledMs: Math.max(0, settledAt - subject.stopSent),
    lateStarts: lines.filter(({ event, at }) => event === 'started' && at > subject.stopAccepted).length,
  };
}
