import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { TurnRef, WaveBrief } from './activities';
import type { WaveProgress } from './messages';

export type EvidenceKind = 'terminal' | 'not_sent' | 'alive' | 'unknown';
export type TurnStatus = 'waiting' | 'dispatched' | 'interrupting' | 'reconciling' | 'alive' | 'recovery_required' | 'over';
export type ShownState = 'queued' | 'planned' | 'running' | 'stopping' | 'recovery_required' | 'settled';
type Decision = { decision: 'continue' | 'cancel' | 'resume'; fingerprint: string | null };
type Wait = 'predecessor' | 'host' | 'decision' | 'resume' | 'recovery';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const attributes = {
  state: keyword('ParleyState'),
  conversation: keyword('ParleyConversation'),
  policy: keyword('ParleyPolicy'),
  host: keyword('ParleyHost'),
};

/** What a running wave knows: ids, counts and closed words. The workflow beside it only orchestrates; every signal lands here. */
export class WaveState {
  stops = 0;
  stopOrigin: 'person' | 'operator' = 'person';
  predecessorSignalled = false;
  private readonly lostAtStops = new Map<string, number>();
  private readonly decisions: Decision[] = [];
  private readonly evidence = new Map<string, EvidenceKind>();
  private readonly turns = new Map<string, { turn: TurnRef; status: TurnStatus }>();
  private brief: WaveBrief | null = null;
  private shown: string | undefined;
  private host: string | undefined;
  private step = 'loading';
  private phase: string | null = null;
  private waitingFor: Wait | null = null;

  constructor(readonly waveId: string) {
    this.shown = workflowInfo().typedSearchAttributes.get(attributes.state);
  }

  get stopping(): boolean {
    return this.stops > 0;
  }

  begin(brief: WaveBrief): void {
    this.brief = brief;
    if (brief.stopRequested && this.stops === 0) this.stop('person');
  }

  stop(origin: 'person' | 'operator'): void {
    this.stops += 1;
    this.stopOrigin = origin;
  }

  decide(decision: Decision): void {
    this.decisions.push(decision);
  }

  takeDecision(): Decision | undefined {
    return this.decisions.shift();
  }

  get decided(): boolean {
    return this.decisions.length > 0;
  }

  learn(jobId: string, attempt: number, kind: EvidenceKind): void {
    this.evidence.set(`${jobId}/${attempt}`, kind);
  }

  evidenceOf(turn: TurnRef): EvidenceKind | undefined {
    return this.evidence.get(`${turn.jobId}/${turn.attempt}`);
  }

  forget(turn: TurnRef): void {
    this.evidence.delete(`${turn.jobId}/${turn.attempt}`);
  }

  /** Evidence that ends the waiting: the turn's end is stored, or it was provably never sent. */
  hasEnd(turn: TurnRef): boolean {
    const kind = this.evidenceOf(turn);
    return kind === 'terminal' || kind === 'not_sent';
  }

  /** The host has more to say about a turn than its task will: a host that came back, and whose dead process runs nothing any more. */
  hasNews(turn: TurnRef): boolean {
    return this.hasEnd(turn) || this.evidenceOf(turn) === 'unknown';
  }

  /** True when this very attempt was handed out before: running it again is never right. */
  isKnown(turn: TurnRef): boolean {
    return this.turns.get(turn.jobId)?.turn.attempt === turn.attempt;
  }

  lastTurn(jobId: string): TurnRef | undefined {
    return this.turns.get(jobId)?.turn;
  }

  /** From here on a Stop gives this turn up. Called before recovery is told to anybody, so that a quick Stop after it counts. */
  lose(turn: TurnRef): void {
    this.lostAtStops.set(turn.jobId, this.stops);
  }

  stoppedSinceLost(turn: TurnRef): boolean {
    return this.stops > (this.lostAtStops.get(turn.jobId) ?? 0);
  }

  mark(turn: TurnRef, status: TurnStatus): void {
    this.turns.set(turn.jobId, { turn, status });
    this.host ??= turn.hostId;
    this.show();
  }

  enter(step: string, phase: string | null = this.phase): void {
    this.step = step;
    this.phase = phase;
    this.waitingFor = null;
    this.show();
  }

  wait(reason: Wait | null): void {
    this.waitingFor = reason;
    this.show();
  }

  /** Writes the search attribute only when it changes: each write is one event of the history. */
  publish(state: ShownState): void {
    if (state === this.shown) return;
    const known = workflowInfo().typedSearchAttributes;
    upsertSearchAttributes([
      { key: attributes.state, value: state },
      ...(this.brief && this.shown === undefined
        ? [
            { key: attributes.conversation, value: this.brief.conversationId },
            { key: attributes.policy, value: this.brief.policy },
          ]
        : []),
      ...(this.host !== undefined && known.get(attributes.host) === undefined ? [{ key: attributes.host, value: this.host }] : []),
    ]);
    this.shown = state;
  }

  progress(): WaveProgress {
    const turns = [...this.turns.values()].map(({ turn, status }) => ({ jobId: turn.jobId, attempt: turn.attempt, status }));
    return { step: this.step, phase: this.phase, waitingFor: this.waitingFor, turns };
  }

  /** For the Temporal UI: phase, jobs and what is waited for; costs no event. */
  private show(): void {
    const turns = [...this.turns.values()].map(
      ({ turn, status }) => `- ${turn.jobId} (attempt ${turn.attempt}, ${turn.hostId}): ${status}`,
    );
    const head = [`**${this.step}**`, this.phase, this.waitingFor && `waiting for ${this.waitingFor}`, this.stopping && 'stop requested']
      .filter(Boolean)
      .join(' · ');
    setCurrentDetails([head, ...turns, ...(this.brief ? [this.brief.link] : [])].join('\n'));
  }
}
