import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { RecoveryCode, WaitCode } from '@parley/domain';
import type { TurnRef, Waiting, WaveBrief } from './activities';
import { detailsText, type TurnStatus } from './details';
import type { WaveProgress } from './messages';

export type EvidenceKind = 'terminal' | 'not_sent' | 'alive' | 'unknown';
export type ShownState = 'queued' | 'planned' | 'running' | 'stopping' | 'recovery_required' | 'settled';
type Decision = { decision: 'continue' | 'cancel' | 'resume'; fingerprint: string | null };
type Wait = 'predecessor' | 'host' | 'decision' | 'resume' | 'recovery';

const waitCodes: { readonly [wait in Exclude<Wait, 'recovery'>]: WaitCode } = {
  predecessor: 'waiting_for_predecessor',
  host: 'host_offline',
  decision: 'context_changed',
  resume: 'context_unavailable',
};

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
  private readonly stopIds = new Set<string>();
  private readonly lostAtStops = new Map<string, number>();
  private readonly decisions: Decision[] = [];
  private readonly evidence = new Map<string, EvidenceKind>();
  private readonly turns = new Map<string, { turn: TurnRef; status: TurnStatus }>();
  private readonly lostBecause = new Map<string, RecoveryCode>();
  private brief: WaveBrief | null = null;
  private shown: string | undefined;
  private host: string | undefined;
  private step = 'loading';
  private phase: string | null = null;
  private waitingFor: Wait | null = null;
  /** What the store says of a wait for a host: only it knows whether the host is away or busy. */
  private hostWait: 'host_offline' | 'host_busy' = 'host_offline';
  private waiting: { code: WaitCode; since: number } | null = null;

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

  /** The outbox tells at least once: a Stop that was told before is not a further one, which would give a lost turn up. */
  stopOnce(stopId: string): void {
    if (this.stopIds.has(stopId)) return;
    this.stopIds.add(stopId);
    this.stop('person');
  }

  stop(origin: 'person' | 'operator'): void {
    this.stops += 1;
    this.stopOrigin = origin;
    this.show();
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
  lose(turn: TurnRef, code?: RecoveryCode): void {
    this.lostAtStops.set(turn.jobId, this.stops);
    if (code !== undefined) this.lostBecause.set(turn.jobId, code);
  }

  /** Takes over a turn that an earlier run of this workflow lost. */
  adopt(turn: TurnRef, code: RecoveryCode): void {
    this.lose(turn, code);
    this.mark(turn, 'recovery_required');
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

  /** The answer of the store to a wait for a host that was recorded. */
  learnWait(kind: Waiting | undefined): void {
    if (kind === 'host' || kind === 'capacity') this.hostWait = kind === 'host' ? 'host_offline' : 'host_busy';
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
    return { step: this.step, phase: this.phase, waitingFor: this.waitingFor, reason: this.waiting?.code ?? null, turns };
  }

  /** Why nothing goes on: a turn that works is no waiting, whatever the others do. */
  private reason(): WaitCode | null {
    const statuses = [...this.turns.values()];
    const lost = statuses.find(({ status }) => status === 'recovery_required');
    if (lost) return this.lostBecause.get(lost.turn.jobId) ?? 'delivery_not_confirmed';
    if (this.step === 'gone' || this.step === 'settled') return null;
    if (this.stopping) return 'stopping';
    if (this.waitingFor !== null && this.waitingFor !== 'recovery')
      return this.waitingFor === 'host' ? this.hostWait : waitCodes[this.waitingFor];
    const open = statuses.filter(({ status }) => status !== 'over');
    return open.length > 0 && open.every(({ status }) => status === 'waiting') ? this.hostWait : null;
  }

  /** For the Temporal UI; costs no event. */
  private show(): void {
    const code = this.reason();
    if (code !== (this.waiting?.code ?? null)) this.waiting = code === null ? null : { code, since: Date.now() };
    setCurrentDetails(
      detailsText({
        step: this.step,
        phase: this.phase,
        waiting: this.waiting,
        stopOrigin: this.stopping ? this.stopOrigin : null,
        turns: [...this.turns.values()],
        link: this.brief?.link ?? null,
      }),
    );
  }
}
