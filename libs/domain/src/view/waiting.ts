import type { GateState, WaveState } from '../vocabulary';
import { listed, plural } from './headline';
import type { NoticeText } from './job-error-text';

export type WaitKind = 'predecessor' | 'host' | 'capacity' | 'decision' | 'resume' | 'recovery' | 'stop' | 'workflow';
export interface WaitingText extends NoticeText {
  kind: WaitKind;
  code: string;
}

/** A root as it is now; `headFrom` and `headTo` differ when it is known that HEAD moved. Null: not known. */
export interface RootChange {
  label: string;
  edited: number | null;
  untracked: number | null;
  headFrom: string | null;
  headTo: string | null;
}

export interface WaitingFacts {
  state: WaveState;
  gate: GateState;
  /** Why planning was interrupted, when the gate says so. */
  gateCode: string | null;
  changes: readonly RootChange[];
  /** First line of the question whose wave runs before, null when it has settled. */
  predecessor: { question: string; needsPerson: boolean } | null;
  /** The host of the wave, null when the wave has none (yet). */
  host: { name: string; online: boolean; running: number; capacity: number } | null;
  rootLabels: readonly string[];
  /** Agent names of jobs that wait for a host, that run, and that cannot be confirmed. */
  queued: readonly string[];
  active: readonly string[];
  unconfirmed: readonly string[];
  /** Whether the workflow has taken the wave up; false between acceptance and its first activity. */
  started: boolean;
}

/** What an unsettled wave waits for: the first that applies, in the order in which a person would have to know. Null when it works. */
export function waitingFor(wave: WaitingFacts): WaitingText | null {
  if (wave.state === 'settled') return null;
  if (wave.unconfirmed.length > 0 || wave.state === 'recovery_required') return recovery(wave);
  if (wave.state === 'stop_requested' || wave.state === 'stopping') return stop(wave);
  if (wave.state === 'planned' && wave.gate === 'reconfirmation_required') return decision(wave);
  if (wave.state === 'planned' && wave.gate === 'interrupted') return resume(wave);
  if (wave.predecessor !== null) return predecessor(wave.predecessor);
  if (wave.active.length > 0) return null;
  if (wave.host !== null && !wave.host.online) return hostAway(wave.host.name, wave.rootLabels);
  if (!wave.started)
    return {
      kind: 'workflow',
      code: 'waiting_for_workflow',
      title: 'Waiting to be taken up',
      detail: 'It is stored and starts by itself in a moment.',
    };
  if (wave.host !== null && wave.queued.length > 0 && wave.host.running >= wave.host.capacity) return capacity(wave.host);
  return null;
}

function recovery({ unconfirmed, host }: WaitingFacts): WaitingText {
  const who = unconfirmed.length === 0 ? 'this answer' : `the turn of ${listed(unconfirmed)}`;
  return {
    kind: 'recovery',
    code: 'cannot_confirm',
    title: `We cannot confirm how ${who} ended`,
    detail: `${host === null ? 'Its host' : `The host ${host.name}`} went away after the request was handed over. It will not be sent again by itself. If the host comes back, we look there first.`,
  };
}

function stop({ active, host }: WaitingFacts): WaitingText {
  const detail =
    active.length === 0
      ? 'Nothing more will be started.'
      : `Nothing more will be started. ${listed(active)} ${active.length === 1 ? 'is' : 'are'} being interrupted${host === null ? '' : ` on ${host.name}`}.`;
  return { kind: 'stop', code: 'stopping', title: 'Stopping', detail };
}

function decision({ changes }: WaitingFacts): WaitingText {
  const title = changes.length === 1 ? 'The repository changed since you pressed send' : 'The sources changed since you pressed send';
  return {
    kind: 'decision',
    code: 'context_changed',
    title,
    detail: [...changes.map(changeSentence), 'Agents have not started.'].join(' '),
  };
}

/** Says what is, and what changed only where that is known: of several roots perhaps one did. */
function changeSentence({ label, edited, untracked, headFrom, headTo }: RootChange): string {
  const moved = headFrom !== null && headTo !== null && headFrom !== headTo;
  const parts = [
    edited !== null && edited > 0 ? `${plural(edited, 'file', 'files')} edited` : null,
    untracked !== null && untracked > 0 ? `${untracked} untracked` : null,
    moved ? `HEAD moved from ${headFrom.slice(0, 7)} to ${headTo.slice(0, 7)}` : null,
    !moved && headTo !== null ? `HEAD is ${headTo.slice(0, 7)}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? `${label} is not as it was.` : `${label}: ${parts.join(', ')}.`;
}

function resume({ gateCode }: WaitingFacts): WaitingText {
  const why =
    gateCode === 'context_unavailable' ? 'A selected repository could not be read.' : 'Preparing this response did not come to its end.';
  return {
    kind: 'resume',
    code: gateCode ?? 'interrupted',
    title: 'Interrupted before agents started',
    detail: `${why} Your message is kept and nothing was asked. Resume to try again, or cancel.`,
  };
}

const predecessor = ({ question, needsPerson }: { question: string; needsPerson: boolean }): WaitingText => ({
  kind: 'predecessor',
  code: 'waiting_for_predecessor',
  title: 'Waiting for the response before it',
  detail: needsPerson
    ? `It starts when “${question}” has settled, and that one needs a decision.`
    : `It starts when “${question}” has settled.`,
});

function hostAway(name: string, rootLabels: readonly string[]): WaitingText {
  const why =
    rootLabels.length === 0
      ? 'It is offline.'
      : `It is offline, and the only host that has ${rootLabels.length === 1 ? listed(rootLabels) : 'all selected repositories'}.`;
  return { kind: 'host', code: 'host_offline', title: `Waiting for host ${name}`, detail: `${why} This response starts when it is back.` };
}

const capacity = ({ name, capacity: slots }: { name: string; capacity: number }): WaitingText => ({
  kind: 'capacity',
  code: 'host_busy',
  title: `Waiting for a free place on ${name}`,
  detail: `${name} runs ${plural(slots, 'turn', 'turns')} at once. This response starts when one of them ends.`,
});
