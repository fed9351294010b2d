import { limits, utf8Bytes } from '@parley/domain';

export interface Draft {
  seq: number;
  text: string;
  truncated: boolean;
  progress: string | null;
}
export interface Drafts {
  delta(text: string): void;
  progress(text: string): void;
  /** Nothing is posted after this; what is on its way is not waited for. */
  stop(): void;
}

/**
 * Collects what a turn says and posts the text so far: after 75 ms or 32 KiB, one post at a time, the newest text only. A slow or failing API
 * costs batches, never the turn.
 */
export function createDrafts(
  post: (draft: Draft) => Promise<void>,
  {
    flushMs = limits.draftFlushMs,
    batchBytes = limits.draftBatchBytes,
    maxBytes = limits.draftBytes,
  }: { flushMs?: number; batchBytes?: number; maxBytes?: number } = {},
): Drafts {
  let text = '';
  let bytes = 0;
  let truncated = false;
  let progress: string | null = null;
  let seq = 0;
  let changed = false;
  let unposted = 0;
  let posting = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (stopped || posting || !changed) return;
    posting = true;
    changed = false;
    unposted = 0;
    seq += 1;
    void post({ seq, text, truncated, progress })
      .catch(() => undefined)
      .then(() => {
        posting = false;
        if (changed) schedule();
      });
  };
  const schedule = (): void => {
    if (stopped || posting) return;
    if (unposted >= batchBytes) flush();
    else timer ??= setTimeout(flush, flushMs);
  };
  return {
    delta(more) {
      if (stopped || truncated || more === '') return;
      const cut = cutAt(more, maxBytes - bytes);
      text += cut;
      const added = utf8Bytes(cut);
      bytes += added;
      unposted += added;
      truncated = cut.length < more.length;
      changed = true;
      schedule();
    },
    progress(now) {
      if (stopped) return;
      progress = Array.from(now).slice(0, 200).join('').slice(0, 200);
      changed = true;
      schedule();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** The longest beginning of a text that fits, whole characters only. */
function cutAt(text: string, bytes: number): string {
  if (utf8Bytes(text) <= bytes) return text;
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Math.max(0, bytes)), { stream: true });
}
