import { setTimeout as delay } from 'node:timers/promises';
import { utf8Bytes } from '@parley/domain';
import { NotDelivered, OutcomeUnknown, type TurnEvent, type TurnInput, type TurnResult, type TurnUsage } from '../port';
import { type GroupCommand, type ProcessGroup, type SandboxWrapper, spawnGroup } from '../process-group';
import { abortCause, turnSignal } from '../turn-signal';
import { type ChildLine, parseChildLine, readLines } from './line-protocol';

export interface ChildTurn {
  command: GroupCommand;
  wrap?: SandboxWrapper;
  /** Sent as one line of JSON when the host has journalled that it is about to send. */
  request: object;
  input: TurnInput;
  beforeSend: () => Promise<void>;
  emit: (event: TurnEvent) => void;
}

type Ending = { kind: 'line'; line: ChildLine } | { kind: 'overflow' } | { kind: 'exit' } | { kind: 'aborted' };

/** After the leader has ended, what it wrote may still be in the pipe: wait for the pipe's end, but never for a grandchild that holds it. */
const drainMs = 500;
/** A line of JSON is longer than its text, and every delta comes once more in the output. */
const wireFactor = 8;

function watch(group: ProcessGroup, turn: ChildTurn, seen: { partial: string; usage: TurnUsage | null }): Promise<Ending> {
  const { input, emit } = turn;
  return new Promise((resolve) => {
    const onLine = (text: string): void => {
      const line = parseChildLine(text);
      if (!line) return;
      switch (line.type) {
        case 'acknowledged':
          return emit({ type: 'acknowledged', providerSessionId: line.sessionId, providerTurnId: line.turnId });
        case 'delta':
          seen.partial += line.text;
          if (utf8Bytes(seen.partial) > input.assignment.outputLimitBytes) return resolve({ kind: 'overflow' });
          return emit(line);
        case 'progress':
          return emit(line);
        case 'usage':
          seen.usage = line.usage;
          return emit(line);
        default:
          return resolve({ kind: 'line', line });
      }
    };
    readLines(group.child.stdout, input.assignment.outputLimitBytes * wireFactor + 64 * 1024, onLine, () => resolve({ kind: 'overflow' }));
    const drained = new Promise<void>((done) => group.child.stdout.once('close', done));
    void group.exited.then(() => Promise.race([drained, delay(drainMs)])).then(() => resolve({ kind: 'exit' }));
  });
}

const aborted = (signal: AbortSignal): Promise<Ending> =>
  new Promise((resolve) => {
    const done = (): void => resolve({ kind: 'aborted' });
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });

function fromLine(line: ChildLine, limit: number, usage: TurnUsage | null): TurnResult {
  switch (line.type) {
    case 'completed':
      if (!line.output.trim()) return { status: 'failed', code: 'output_missing', usage };
      if (utf8Bytes(line.output) > limit) return { status: 'failed', code: 'output_too_large', usage };
      return { status: 'completed', output: line.output, usage };
    case 'failed':
      return { status: 'failed', code: line.code, usage };
    case 'not_delivered':
      throw new NotDelivered(line.reason);
    case 'outcome_unknown':
      throw new OutcomeUnknown(line.reason);
    default:
      throw new OutcomeUnknown('unexpected_end');
  }
}

/**
 * Runs one turn in a child process group: start it idle, name the group, let the host journal `sending`, hand over the request, and end the
 * group whatever happened. A child that ends without a last word has failed: its group is proven gone, so nothing will follow.
 */
export async function runChildTurn(turn: ChildTurn): Promise<TurnResult> {
  const { input, emit } = turn;
  const signal = turnSignal(input);
  if (signal.aborted) throw new NotDelivered('aborted_before_start');
  const group = await spawnGroup(turn.command, turn.wrap).catch((cause: unknown) => {
    throw new NotDelivered('child_not_started', { cause });
  });
  const finish = async (): Promise<void> => {
    const { gone } = await group.end(input.killGraceMs);
    if (!gone) throw new OutcomeUnknown('group_still_alive');
  };
  const seen = { partial: '', usage: null as TurnUsage | null };
  const ending = watch(group, turn, seen);
  try {
    emit({ type: 'group', pgid: group.pgid, startTicks: group.start });
    await turn.beforeSend();
  } catch (cause) {
    await finish();
    throw new NotDelivered('before_send_failed', { cause });
  }
  if (signal.aborted) {
    await finish();
    throw new NotDelivered('aborted_before_send');
  }
  // The stream stays open: its end is how the child learns that its host has died.
  group.child.stdin.write(`${JSON.stringify(turn.request)}\n`);
  const end = await Promise.race([ending, aborted(signal)]);
  await finish();
  if (end.kind === 'line') return fromLine(end.line, input.assignment.outputLimitBytes, seen.usage);
  if (end.kind === 'overflow') return { status: 'failed', code: 'output_too_large', usage: seen.usage };
  if (end.kind === 'exit') return { status: 'failed', code: 'provider_failed', usage: seen.usage };
  if (abortCause(signal) === 'deadline') return { status: 'failed', code: 'deadline_exceeded', usage: seen.usage };
  return { status: 'interrupted', partial: seen.partial || null, usage: seen.usage };
}
