import { activityInfo, CompleteAsyncError, Context, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { AgentPolicy, TurnPhase } from '@parley/domain';
import type {
  ControlActivities,
  CurationActivities,
  Frozen,
  ReconcileActivities,
  Reconciled,
  TurnEnd,
  TurnRef,
  WaveBrief,
  WaveStep,
} from '../activities';

export interface FakeJob extends TurnRef {
  state: 'open' | 'done' | 'lost';
}
type Turn = Parameters<import('../activities').TurnActivities['runTurn']>[0];
export interface Behaviour {
  run?: (job: FakeJob, turn: Turn) => Promise<TurnEnd>;
  reconcile?: Reconciled['status'][];
}

/** One scripted wave: what the API would store of it and what its hosts would do, with a log of every call in order. */
export class FakeWave {
  readonly calls: string[] = [];
  readonly jobs = new Map<string, FakeJob>();
  readonly phases: { phase: TurnPhase; jobIds: string[] }[] = [];
  readonly behaviours = new Map<string, Behaviour>();
  readonly interrupted = new Set<string>();
  predecessorSettled = true;
  stopRequested = false;
  stopping = false;
  gates: Frozen[] = [];
  contextHostIds: string[] = [];
  successorId: string | null = null;
  settled = false;
  loads = 0;
  /** A step that is refused once, with this error, before it is done: `settle`, `gate continue` … */
  readonly refusals = new Map<string, ApplicationFailure>();
  onRefusal: () => unknown = () => undefined;
  released = false;
  onLoad: () => Promise<void> = async () => {};

  constructor(
    readonly id: string,
    readonly policy: AgentPolicy,
    private readonly deadlineMs = 60_000,
  ) {}

  phase(phase: TurnPhase, ...jobs: { id: string; hostId: string; behaviour?: Behaviour }[]): this {
    this.phases.push({ phase, jobIds: jobs.map((job) => job.id) });
    for (const job of jobs) {
      this.jobs.set(job.id, { jobId: job.id, attempt: 1, hostId: job.hostId, state: 'open' });
      if (job.behaviour) this.behaviours.set(job.id, job.behaviour);
    }
    return this;
  }

  brief(): WaveBrief {
    return {
      policy: this.policy,
      conversationId: 'cnv_test000000',
      ownerId: 'per_test000000',
      predecessorSettled: this.predecessorSettled,
      stopRequested: this.stopRequested,
      contextHostIds: this.contextHostIds,
      link: 'http://localhost/c/cnv_test000000',
      turnDeadlineMs: this.deadlineMs,
      settled: this.settled,
    };
  }

  release(): void {
    this.released = true;
  }

  /** Notes a step, or refuses it once. */
  step(name: string): void {
    const refusal = this.refusals.get(name);
    this.calls.push(refusal ? `${name} refused` : name);
    if (!refusal) return;
    this.refusals.delete(name);
    this.onRefusal();
    throw refusal;
  }

  next(): WaveStep {
    const jobs = [...this.jobs.values()];
    const lost = jobs.filter((job) => job.state === 'lost').map((job) => job.jobId);
    for (const { phase, jobIds } of this.phases) {
      const open = jobIds.map((id) => this.job(id)).filter((job) => job.state === 'open');
      if (lost.some((id) => jobIds.includes(id))) return { next: 'recover', jobIds: lost };
      if (open.length > 0 && !this.stopping)
        return { next: 'run', phase, turns: open.map(({ jobId, attempt, hostId }) => ({ jobId, attempt, hostId })) };
    }
    return { next: 'settle' };
  }

  job(id: string): FakeJob {
    const job = this.jobs.get(id);
    if (!job) throw ApplicationFailure.nonRetryable('canary-text', 'not_found');
    return job;
  }
}

const waves = new Map<string, FakeWave>();
export const addWave = (wave: FakeWave): FakeWave => (waves.set(wave.id, wave), wave);
const waveOf = (waveId: string): FakeWave => {
  const wave = waves.get(waveId);
  if (!wave) throw ApplicationFailure.nonRetryable('canary-text', 'not_found');
  return wave;
};
const waveOfJob = (jobId: string): FakeWave => {
  for (const wave of waves.values()) if (wave.jobs.has(jobId)) return wave;
  throw ApplicationFailure.nonRetryable('canary-text', 'not_found');
};

export const curationFakes: CurationActivities & ReconcileActivities = {
  reconcileAll: async () => ({ repaired: 0 }),
  async loadWave(waveId) {
    const wave = waveOf(waveId);
    wave.loads += 1;
    const brief = wave.brief();
    await wave.onLoad();
    return brief;
  },
  async freezeContext(waveId) {
    const wave = waveOf(waveId);
    wave.calls.push('freeze');
    const gate = wave.gates.shift() ?? { gate: 'ready' };
    return gate.gate === 'ready' ? { gate: 'ready', step: wave.next() } : gate;
  },
  async decideGate(waveId, decision) {
    const wave = waveOf(waveId);
    wave.step(`gate ${decision}`);
    if (decision === 'cancel') return { gate: 'canceled' };
    return wave.gates.shift() ?? { gate: 'ready' };
  },
  async advanceWave(waveId) {
    return waveOf(waveId).next();
  },
  async recordStopping(waveId, origin) {
    waveOf(waveId).stopping = true;
    waveOf(waveId).calls.push(`stopping ${origin}`);
  },
  async recordWaiting(waveId, kind, hostId) {
    waveOf(waveId).calls.push(`waiting ${kind}${hostId === null ? '' : ` ${hostId}`}`);
    return kind === 'none' ? null : kind;
  },
  async recordRecovery(waveId, jobId, attempt, code) {
    const wave = waveOf(waveId);
    wave.job(jobId).state = 'lost';
    wave.calls.push(`recovery ${jobId}/${attempt} ${code}`);
  },
  async settleTurn(jobId, attempt, evidence) {
    const wave = waveOfJob(jobId);
    const job = wave.job(jobId);
    wave.calls.push(`close ${jobId}/${attempt} ${evidence}`);
    if (evidence === 'not_sent') Object.assign(job, { attempt: attempt + 1, state: 'open' });
    else job.state = 'done';
  },
  async settleWave(waveId) {
    const wave = waveOf(waveId);
    wave.step('settle');
    return { outcome: wave.stopping ? 'canceled' : 'complete', successorId: wave.successorId };
  },
};

const settled = (job: FakeJob, outcome: string): TurnEnd => {
  job.state = 'done';
  return { status: 'settled', outcome, hash: 'a'.repeat(64) };
};

/** A turn that works until it is interrupted, as a host does it: cancellation and interrupt end the group, the end is returned normally. */
export async function untilInterrupted(job: FakeJob): Promise<TurnEnd> {
  const wave = waveOfJob(job.jobId);
  const signal = Context.current().cancellationSignal;
  while (!wave.interrupted.has(job.jobId) && !signal.aborted) {
    heartbeat({ phase: 'sending' });
    await new Promise((done) => setTimeout(done, 50));
  }
  return settled(job, 'stopped');
}
/** A turn that works until the test lets its wave go on. */
export async function untilReleased(job: FakeJob): Promise<TurnEnd> {
  const wave = waveOfJob(job.jobId);
  while (!wave.released) {
    heartbeat({ phase: 'sending' });
    await new Promise((done) => setTimeout(done, 50));
  }
  return settled(job, 'answered');
}
/** A turn that neither an interrupt nor a cancellation ends; only its job's end in the store does. */
export async function deafToStop(job: FakeJob): Promise<TurnEnd> {
  while (job.state !== 'done') {
    heartbeat({ phase: 'sending' });
    await new Promise((done) => setTimeout(done, 50));
  }
  return settled(job, 'stopped');
}
/** The host proves that the provider never got the request; the API opens the next attempt with that very answer. */
export async function notDelivered(job: FakeJob): Promise<TurnEnd> {
  job.attempt += 1;
  return { status: 'settled', outcome: 'not_sent', hash: 'd'.repeat(64) };
}
/** A host that died: nothing is returned and no heartbeat comes any more. */
export async function dies(): Promise<TurnEnd> {
  throw new CompleteAsyncError();
}
export const takes =
  (ms: number, outcome = 'answered') =>
  async (job: FakeJob): Promise<TurnEnd> => {
    await new Promise((done) => setTimeout(done, ms));
    return settled(job, outcome);
  };

export const hostFakes = {
  async runTurn(turn: Turn): Promise<TurnEnd> {
    const wave = waveOfJob(turn.jobId);
    const job = wave.job(turn.jobId);
    wave.calls.push(`run ${turn.jobId}/${turn.attempt}`);
    const run = wave.behaviours.get(turn.jobId)?.run;
    return run && turn.attempt === 1 ? run(job, turn) : settled(job, 'answered');
  },
};
export const controlFakes: ControlActivities = {
  async captureContext(waveId) {
    waveOf(waveId).calls.push(`capture ${activityInfo().taskQueue}`);
    return { fingerprint: 'b'.repeat(64) };
  },
  async interruptTurn({ jobId }) {
    const wave = waveOfJob(jobId);
    wave.interrupted.add(jobId);
    wave.calls.push(`interrupt ${jobId}`);
    return { known: true };
  },
  async reconcileTurn({ jobId, attempt }) {
    const wave = waveOfJob(jobId);
    const status = wave.behaviours.get(jobId)?.reconcile?.shift() ?? 'unknown';
    wave.calls.push(`reconcile ${jobId}/${attempt} ${status}`);
    if (status !== 'settled') return { status };
    wave.job(jobId).state = 'done';
    return { status, outcome: 'answered', hash: 'c'.repeat(64) };
  },
};
