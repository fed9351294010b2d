import { useSyncExternalStore } from 'react';

/** The text of a turn so far. `seq` counts the batches that are in it. */
export interface DraftText {
  seq: number;
  text: string;
  truncated: boolean;
  progress: string | null;
}
export interface DraftIncrement {
  jobId: string;
  seq: number;
  offset: number;
  text: string;
  truncated: boolean;
  progress: string | null;
}

/** Puts an increment where it belongs. `gap`: text before it is missing here, so the wave has to be read again. */
export function applyIncrement(known: DraftText | undefined, increment: DraftIncrement): DraftText | 'gap' | 'known' {
  if (known !== undefined && increment.seq <= known.seq) return 'known';
  const text = known?.text ?? '';
  if (increment.offset > text.length) return 'gap';
  return {
    seq: increment.seq,
    text: text.slice(0, increment.offset) + increment.text,
    truncated: increment.truncated,
    progress: increment.progress ?? known?.progress ?? null,
  };
}

/**
 * Live texts live outside the query cache: they change many times a second, and only the one paragraph that shows a text may render again.
 * What the API stored (`fromWave`) and what came over the stream meet here; the higher `seq` wins.
 */
export class DraftTexts {
  private readonly texts = new Map<string, DraftText>();
  private readonly listeners = new Map<string, Set<() => void>>();

  get = (jobId: string): DraftText | undefined => this.texts.get(jobId);

  increment(increment: DraftIncrement): 'applied' | 'gap' | 'known' {
    const next = applyIncrement(this.texts.get(increment.jobId), increment);
    if (typeof next === 'string') return next;
    this.put(increment.jobId, next);
    return 'applied';
  }

  fromWave(jobId: string, stored: { seq: number; text: string; truncated: boolean }): void {
    const known = this.texts.get(jobId);
    if (known === undefined || stored.seq > known.seq) this.put(jobId, { ...stored, progress: known?.progress ?? null });
  }

  drop(jobId: string): void {
    if (this.texts.delete(jobId)) this.notify(jobId);
  }

  subscribe(jobId: string, listener: () => void): () => void {
    const set = this.listeners.get(jobId) ?? new Set();
    this.listeners.set(jobId, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.listeners.delete(jobId);
    };
  }

  private put(jobId: string, text: DraftText): void {
    this.texts.set(jobId, text);
    this.notify(jobId);
  }

  private notify(jobId: string): void {
    for (const listener of this.listeners.get(jobId) ?? []) listener();
  }
}

export const draftTexts = new DraftTexts();

export const useDraftText = (jobId: string): DraftText | undefined =>
  useSyncExternalStore(
    (listener) => draftTexts.subscribe(jobId, listener),
    () => draftTexts.get(jobId),
    () => undefined,
  );
