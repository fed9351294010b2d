import { temporaryFolder } from './temporary-folder';
import type { RuntimeRoot, TurnEvent, TurnInput } from '../port';

const hash = '0'.repeat(64);
let count = 0;

/** A complete turn for a test; `over` replaces parts of the assignment. */
export function turnInput(
  runtimeId: string,
  modelId: string,
  over: Partial<TurnInput['assignment']> = {},
  rest: Partial<Omit<TurnInput, 'assignment'>> = {},
): TurnInput {
  const roots: readonly RuntimeRoot[] = rest.roots ?? [];
  count += 1;
  return {
    assignment: {
      jobId: `job_test${String(count).padStart(10, '0')}${process.pid}`,
      attempt: 1,
      waveId: 'wav_0000000000000',
      conversationId: 'cnv_0000000000000',
      role: 'answer',
      profileRole: 'lead',
      runtimeId,
      modelId,
      effort: null,
      sections: [],
      target: null,
      question: 'What should we do?',
      concerns: [],
      roots: roots.map((root) => ({ repositoryId: root.repositoryId, key: hash, label: root.label, generation: hash })),
      contextFingerprint: hash,
      deadlineMs: 60_000,
      outputLimitBytes: 64 * 1024,
      stopRequested: false,
      ...over,
    },
    prompt: over.question ?? 'What should we do?',
    roots,
    scratchDir: temporaryFolder('turn'),
    signal: new AbortController().signal,
    killGraceMs: 250,
    ...rest,
  };
}

/** Keeps what a turn tells, and lets a test wait for the first event of a kind. */
export function recordEvents(): {
  events: TurnEvent[];
  emit: (event: TurnEvent) => void;
  first: <T extends TurnEvent['type']>(type: T) => Promise<Extract<TurnEvent, { type: T }>>;
} {
  const events: TurnEvent[] = [];
  const waiting: Array<() => void> = [];
  return {
    events,
    emit: (event) => {
      events.push(event);
      for (const look of [...waiting]) look();
    },
    first: (type) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find((event) => event.type === type);
          if (found) resolve(found as Extract<TurnEvent, { type: typeof type }>);
        };
        waiting.push(look);
        look();
      }),
  };
}
