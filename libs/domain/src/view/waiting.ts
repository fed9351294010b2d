import type { GateState, WaveState } from '../vocabulary';
import { listed, plural } from './headline';
import type { NoticeText } from './job-error-text';
import { type RecoveryCode, type WaitCode, type WaitKind, waitReasons } from './waiting-reasons';

export interface WaitingText extends NoticeText {
  kind: WaitKind;
  code: WaitCode;
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
  changes: readonly RootChange[];
  /** First line of the question whose wave runs before, null when it has settled. */
  predecessor: { question: string; needsPerson: boolean } | null;
  /** The host of the wave, null when the wave has none (yet). */
  host: { name: string; online: boolean; busy: boolean; capacity: number } | null;
  rootLabels: readonly string[];
  /** Agent names of jobs that wait for a host, that run, and that cannot be confirmed. */
  queued: readonly string[];
  active: readonly string[];
  unconfirmed: readonly string[];
  /** Why they cannot be confirmed; null when nobody said. */
  recovery: RecoveryCode | null;
  /** Whether Temporal has been told of the wave. */
  started: boolean;
  /** Since the last thing that happened to the wave. */
  idleMs: number;
}

/** Longer than any step between two things that are stored takes when everything runs. */
const idleLimitMs = 12_000;

/** What an unsettled wave waits for: the first that applies, in the order in which a person would have to know. Null when it works. */
export function waitingFor(wave: WaitingFacts): WaitingText | null {
  if (wave.state === 'settled') return null;
  if (wave.unconfirmed.length > 0 || wave.state === 'recovery_required') return recovery(wave);
  if (wave.state === 'stop_requested' || wave.state === 'stopping') return stop(wave);
  if (wave.state === 'planned' && wave.gate === 'reconfirmation_required') return decision(wave);
  if (wave.state === 'planned' && wave.gate === 'interrupted') return resume;
  if (wave.predecessor !== null) return predecessor(wave.predecessor);
  if (wave.active.length > 0) return null;
  if (wave.host !== null && !wave.host.online) return hostAway(wave.host.name, wave.rootLabels);
  if (!wave.started)
    return text('waiting_for_workflow', {
      title: 'Waiting to be taken up',
      detail: 'It is stored and starts by itself in a moment.',
    });
  if (wave.host?.busy === true && wave.queued.length > 0) return capacity(wave.host);
  return wave.idleMs > idleLimitMs ? notMoving : null;
}

const text = (code: WaitCode, words: NoticeText): WaitingText => ({ kind: waitReasons[code].kind, code, ...words });

const notMoving = text('workflow_not_moving', {
  title: 'Waiting for its workflow to go on',
  detail:
    'It is stored, and nothing has moved it for a while: its repositories are still being read, or an orchestrator or Temporal is away. It goes on by itself.',
});

const lost: { readonly [code in RecoveryCode]: (host: string) => string } = {
  delivery_not_confirmed: (host) =>
    `${host} went away after the request was handed over. It will not be sent again by itself. If the host comes back, we look there first.`,
  delivery_ambiguous: (host) =>
    `${host} was asked, and its journal cannot tell how the turn ended. It will not be sent again by itself. Resume looks there once more, Stop gives it up.`,
  workflow_gone: (host) =>
    `Its workflow was ended or broke while ${host} had the request. It will not be sent again by itself. If the host tells the end, it is taken; Stop gives it up.`,
  restored: (host) =>
    `Parley was restored from a backup that was made while ${host} had the request. It will not be sent again. If the host tells the end, it is taken; Stop gives it up.`,
};

function recovery({ unconfirmed, host, recovery: code }: WaitingFacts): WaitingText {
  const who = unconfirmed.length === 0 ? 'this answer' : `the turn of ${listed(unconfirmed)}`;
  const why = code ?? 'delivery_not_confirmed';
  const sentence = lost[why](host === null ? 'its host' : `the host ${host.name}`);
  return text(why, { title: `We cannot confirm how ${who} ended`, detail: sentence.charAt(0).toUpperCase() + sentence.slice(1) });
}

function stop({ active, host }: WaitingFacts): WaitingText {
  const detail =
    active.length === 0
      ? 'Nothing more will be started.'
      : `Nothing more will be started. ${listed(active)} ${active.length === 1 ? 'is' : 'are'} being interrupted${host === null ? '' : ` on ${host.name}`}.`;
  return text('stopping', { title: 'Stopping', detail });
}

function decision({ changes }: WaitingFacts): WaitingText {
  const title = changes.length === 1 ? 'The repository changed since you pressed send' : 'The sources changed since you pressed send';
  return text('context_changed', { title, detail: [...changes.map(changeSentence), 'Agents have not started.'].join(' ') });
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

const resume = text('context_unavailable', {
  title: 'Interrupted before agents started',
  detail: 'A selected repository could not be read. Your message is kept and nothing was asked. Resume to try again, or cancel.',
});

const predecessor = ({ question, needsPerson }: { question: string; needsPerson: boolean }): WaitingText =>
  text('waiting_for_predecessor', {
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
  return text('host_offline', { title: `Waiting for host ${name}`, detail: `${why} This response starts when it is back.` });
}

const capacity = ({ name, capacity: slots }: { name: string; capacity: number }): WaitingText =>
  text('host_busy', {
    title: `Waiting for a free place on ${name}`,
    detail: `${name} runs ${plural(slots, 'turn', 'turns')} at once. This response starts when one of them ends.`,
  });
