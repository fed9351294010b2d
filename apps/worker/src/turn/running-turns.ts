import type { TurnKey } from '../journal/journal';

export type InterruptCause = 'stop' | 'drain' | 'deadline';
export interface RunningTurn {
  readonly signal: AbortSignal;
  /** The first cause that was given. */
  readonly cause: InterruptCause | null;
  interrupt(cause: InterruptCause): void;
}
export interface RunningTurns {
  readonly draining: boolean;
  /** Resolves when what runs has been interrupted. */
  readonly drained: Promise<void>;
  readonly count: number;
  enter(key: TurnKey): RunningTurn;
  leave(key: TurnKey): void;
  get(key: TurnKey): RunningTurn | undefined;
  /** From now on nothing begins; what runs goes on. */
  refuse(): void;
  /** From now on nothing begins, and what runs is interrupted. */
  drain(): void;
  /** Resolves as soon as nothing runs. */
  idle(): Promise<void>;
}

const idOf = ({ jobId, attempt }: TurnKey): string => `${jobId}/${attempt}`;

/** The turns that this process runs right now, so that an interrupt over the control queue finds them. */
export function createRunningTurns(): RunningTurns {
  const turns = new Map<string, RunningTurn>();
  let draining = false;
  const drained = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];
  return {
    get draining() {
      return draining;
    },
    drained: drained.promise,
    get count() {
      return turns.size;
    },
    enter(key) {
      const controller = new AbortController();
      let cause: InterruptCause | null = null;
      const turn: RunningTurn = {
        signal: controller.signal,
        get cause() {
          return cause;
        },
        interrupt(why) {
          cause ??= why;
          // Adapters tell a deadline from an interrupt by the name of the reason.
          controller.abort(new DOMException(why, why === 'deadline' ? 'TimeoutError' : 'AbortError'));
        },
      };
      turns.set(idOf(key), turn);
      return turn;
    },
    leave(key) {
      turns.delete(idOf(key));
      if (turns.size === 0) for (const tell of waiting.splice(0)) tell();
    },
    get: (key) => turns.get(idOf(key)),
    refuse() {
      draining = true;
    },
    drain() {
      draining = true;
      drained.resolve();
      for (const turn of turns.values()) turn.interrupt('drain');
    },
    idle: () => (turns.size === 0 ? Promise.resolve() : new Promise((tell) => waiting.push(tell))),
  };
}
